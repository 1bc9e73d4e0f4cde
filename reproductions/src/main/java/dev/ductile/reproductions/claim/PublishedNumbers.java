package dev.ductile.reproductions.claim;

import dev.ductile.reproductions.experiment.Point;
import java.util.Map;
import java.util.Optional;

/** The paper's own numbers from its text or tables: by line, then by point. */
public record PublishedNumbers(Map<String, Map<String, Double>> numbers) {
  public static final PublishedNumbers NONE = new PublishedNumbers(Map.of());

  public Optional<Double> of(String line, Point point) {
    return numbers.getOrDefault(line, Map.of()).entrySet().stream()
        .filter(number -> point.isCalled(number.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  public boolean isEmpty() {
    return numbers.isEmpty();
  }
}
