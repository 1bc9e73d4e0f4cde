package dev.ductile.engines.supervision;

import java.util.List;
import java.util.Optional;

/** How a program tells its progress. */
@FunctionalInterface
public interface ProgressFormat {
  /** What the line reports, if it is a report. */
  Optional<ProgressReport> read(String line);

  /**
   * By a regular expression with the named group {@code step}, or by several in lines of their own;
   * by JSON where there is none.
   */
  static ProgressFormat of(String expression) {
    List<ProgressFormat> patterns =
        expression
            .lines()
            .filter(line -> !line.isBlank())
            .<ProgressFormat>map(PatternProgress::new)
            .toList();
    return switch (patterns.size()) {
      case 0 -> new JsonProgress();
      case 1 -> patterns.getFirst();
      default -> new FirstProgress(patterns);
    };
  }
}
