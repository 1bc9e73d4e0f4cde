package dev.ductile.engines.supervision;

import java.util.List;
import java.util.Optional;

/** The format in which a program reports its progress. */
@FunctionalInterface
public interface ProgressFormat {
  /** The report in the line, if there is one. */
  Optional<ProgressReport> read(String line);

  /**
   * The format of a regular expression with the named group {@code step}, or of several
   * expressions, one in each line; JSON if there is none. A format remembers earlier lines, so each
   * task needs its own.
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
