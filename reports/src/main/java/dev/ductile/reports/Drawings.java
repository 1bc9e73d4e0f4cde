package dev.ductile.reports;

import java.util.Optional;
import java.util.Set;

/** The scripts and styles of the report's drawings, which the page of a server uses too. */
public final class Drawings {
  private static final String CHART_LIBRARY = "chart.js";
  private static final Set<String> SHARED =
      Set.of("axes.js", "figures.css", "format.js", "gantt.js", "theme.js");

  private Drawings() {}

  /** The file of this name, or nothing if the drawings have no such file. */
  public static Optional<String> file(String name) {
    if (name.equals(CHART_LIBRARY)) {
      return Optional.of(Page.chartLibrary());
    }
    return SHARED.contains(name) ? Optional.of(Page.resource(name)) : Optional.empty();
  }
}
