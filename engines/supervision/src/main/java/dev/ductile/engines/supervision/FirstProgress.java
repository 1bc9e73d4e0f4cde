package dev.ductile.engines.supervision;

import java.util.List;
import java.util.Optional;

/** Several formats, of which the first that matches a line is used from then on. */
final class FirstProgress implements ProgressFormat {
  private final List<ProgressFormat> candidates;
  private Optional<ProgressFormat> chosen = Optional.empty();

  FirstProgress(List<ProgressFormat> candidates) {
    this.candidates = List.copyOf(candidates);
  }

  @Override
  public Optional<ProgressReport> read(String line) {
    if (chosen.isPresent()) {
      return chosen.get().read(line);
    }
    for (ProgressFormat candidate : candidates) {
      Optional<ProgressReport> report = candidate.read(line);
      if (report.isPresent()) {
        chosen = Optional.of(candidate);
        return report;
      }
    }
    return Optional.empty();
  }
}
