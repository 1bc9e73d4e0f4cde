package dev.ductile.answers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.history.ReasonFormat;
import dev.ductile.rest.ReasonView;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.TaskShare;
import dev.ductile.text.PlainValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of a cluster in the form of the REST interface. */
public final class Views {
  private Views() {}

  public static TaskCounts counts(Size size) {
    return new TaskCounts(size.workers(), size.servers());
  }

  public static List<TaskShare> shares(Allocation allocation) {
    return allocation.shares().stream()
        .map(share ->
            new TaskShare(share.node().name(), share.size().workers(), share.size().servers()))
        .toList();
  }

  public static ReasonView reason(Reason reason) {
    var values = new LinkedHashMap<String, JsonNode>();
    ReasonFormat.values(reason)
        .properties()
        .forEach(value -> values.put(value.getKey(), value.getValue()));
    return new ReasonView(PlainValue.word(reason.kind()), reason.sentence(), values);
  }

  /** The amounts above zero, sorted by name. */
  public static Map<String, Double> amounts(Resources resources) {
    return new LinkedHashMap<>(resources.amounts());
  }

  /** The amounts by resource of a value of a reason; none if it is no such value. */
  public static Map<String, Double> amounts(@Nullable Object value) {
    var amounts = new LinkedHashMap<String, Double>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, amount) -> {
        if (amount instanceof Double number) {
          amounts.put(name.toString(), number);
        }
      });
    }
    return amounts;
  }
}
