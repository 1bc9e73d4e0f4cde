package dev.ductile.learned.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A point of a training curve.
 *
 * @param slots the slots trained so far
 * @param updates the updates of the networks so far
 * @param figures the figures measured there by their names, such as a loss
 */
public record CurvePoint(long slots, long updates, Map<String, Double> figures) {
  public CurvePoint {
    figures = Collections.unmodifiableMap(new TreeMap<>(figures));
    if (slots < 0 || updates < 0) {
      throw new IllegalArgumentException(
          "a training curve has a point at slot %d and update %d".formatted(slots, updates));
    }
    figures.forEach(CurvePoint::requireFinite);
  }

  private static void requireFinite(String name, Double figure) {
    if (!Double.isFinite(figure)) {
      throw new IllegalArgumentException(
          "figure %s of a training curve is %s".formatted(name, figure));
    }
  }
}
