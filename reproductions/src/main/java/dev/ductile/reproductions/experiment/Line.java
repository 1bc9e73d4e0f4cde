package dev.ductile.reproductions.experiment;

import dev.ductile.scenario.Choice;
import dev.ductile.text.KeyPattern;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Written;
import java.util.Map;
import java.util.Optional;

/**
 * One line of a figure, or one row of a table.
 *
 * @param name the name of the line
 * @param policy the policy of the line, if an experiment has policies
 * @param let quantities that differ from those of the experiment
 * @param set values of the template that differ for this line, by path
 * @param measure the measure, if it is not that of the experiment
 */
public record Line(
    String name,
    Optional<@ReadAs(Choice.class) Written> policy,
    Optional<@KeyPattern(FigureExperiment.NAME) Map<String, Written>> let,
    Optional<Map<String, Written>> set,
    Optional<@ReadAs(Measure.class) Written> measure) {
  public Line {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name must not be empty");
    }
  }
}
