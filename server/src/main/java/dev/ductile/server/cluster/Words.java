package dev.ductile.server.cluster;

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
import java.util.TreeMap;

/** Values of the scheduler in the words of the REST interface. */
final class Words {
  private Words() {}

  static TaskCounts size(Size size) {
    return new TaskCounts(size.workers(), size.servers());
  }

  static Size size(TaskCounts counts) {
    return new Size(counts.workers(), counts.servers());
  }

  static List<TaskShare> nodes(Allocation allocation) {
    return allocation.shares().stream()
        .map(share ->
            new TaskShare(share.node().name(), share.size().workers(), share.size().servers()))
        .toList();
  }

  static ReasonView reason(Reason reason) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    ReasonFormat.values(reason)
        .properties()
        .forEach(value -> values.put(value.getKey(), value.getValue()));
    return new ReasonView(PlainValue.word(reason.kind()), reason.sentence(), values);
  }

  static Map<String, Double> amounts(Resources resources) {
    return new TreeMap<>(resources.amounts());
  }
}
