package dev.ductile.engines.local;

import java.util.Optional;

/** How a program tells its progress. */
@FunctionalInterface
interface ProgressFormat {
  /** What the line reports, if it is a report. */
  Optional<Report> read(String line);

  /** By a regular expression with the named group {@code step}; by JSON where it is empty. */
  static ProgressFormat of(String expression) {
    return expression.isEmpty() ? new JsonProgress() : new PatternProgress(expression);
  }
}
