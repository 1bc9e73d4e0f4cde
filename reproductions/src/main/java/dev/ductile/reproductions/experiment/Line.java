package dev.ductile.reproductions.experiment;

import dev.ductile.text.Written;
import java.util.Map;
import java.util.Optional;

/**
 * One line of a figure, or one row of a table.
 *
 * @param policy whom it shows, where an experiment has policies
 * @param let quantities of the experiment that are others for this line
 * @param set values of the template that are others for this line, by their path
 * @param measure what is shown, where it is not the measure of the experiment
 */
public record Line(
    String name,
    Optional<Written> policy,
    Optional<Map<String, Written>> let,
    Optional<Map<String, Written>> set,
    Optional<Written> measure) {
  public Line {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name must not be empty");
    }
  }
}
