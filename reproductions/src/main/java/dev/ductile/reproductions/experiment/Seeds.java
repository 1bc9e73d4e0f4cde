package dev.ductile.reproductions.experiment;

import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.util.List;

/** The seeds of an experiment: {@code [1, 2, 3]} or {@code 1..3}. */
public record Seeds(List<Long> list) {
  public Seeds {
    list = List.copyOf(list);
    if (list.isEmpty() || list.stream().distinct().count() < list.size()) {
      throw new IllegalArgumentException(
          "seeds must be at least one, and no one twice, not %s".formatted(list));
    }
  }

  public static Seeds of(Written written) {
    return new Seeds(
        written.node().isTextual()
            ? IntegerRange.range(written)
            : written.elements().stream().map(Scalars::longNumber).toList());
  }
}
