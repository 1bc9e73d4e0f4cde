package dev.ductile.reproductions.experiment;

import com.fasterxml.jackson.databind.node.LongNode;
import dev.ductile.text.Written;
import java.util.HashSet;
import java.util.List;

/** The points of an x axis, in their order. */
public record Points(List<Point> list) {
  public Points {
    list = List.copyOf(list);
    var names = new HashSet<String>();
    for (Point point : list) {
      if (!names.add(point.name())) {
        throw new IllegalArgumentException("%s is there twice".formatted(point.name()));
      }
    }
  }

  /** {@code [0.5, 1, 2]}, {@code [{at: extreme, gap: 250}]} or {@code 1..10}. */
  public static Points of(Written written) {
    if (written.node().isTextual()) {
      return new Points(
          IntegerRange.range(written).stream()
              .map(number -> Point.of(number(written, number)))
              .toList());
    }
    return new Points(written.elements().stream().map(Point::of).toList());
  }

  private static Written number(Written range, long number) {
    return new Written(range.document(), range.trail(), LongNode.valueOf(number));
  }
}
