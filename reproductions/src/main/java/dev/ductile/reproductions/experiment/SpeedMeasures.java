package dev.ductile.reproductions.experiment;

import dev.ductile.api.Itemised;
import dev.ductile.api.Size;
import dev.ductile.scenario.Question;
import java.util.Map;

/** The measures of a speed at one size. */
final class SpeedMeasures {
  /** A measure of the only size of a question. */
  @FunctionalInterface
  interface Reading {
    double of(Question question, Size size, Measure measure);
  }

  static final Map<String, Reading> MEASURES =
      Map.of(
          "steps-per-second", (question, size, _) -> speed(question, size),
          "step-time", (question, size, _) -> 1 / speed(question, size),
          "cycle-time", (question, size, _) -> size.workers() / speed(question, size),
          "speedup",
              (question, size, _) ->
                  speed(question, size) / speed(question, new Size(1, size.servers())),
          "item", SpeedMeasures::item);

  private SpeedMeasures() {}

  private static double speed(Question question, Size size) {
    return question.speed().stepsPerSecond(question.where(size));
  }

  private static double item(Question question, Size size, Measure measure) {
    if (question.speed() instanceof Itemised itemised
        && itemised.items(question.where(size)).get(measure.word()) instanceof Number number) {
      return number.doubleValue();
    }
    throw measure
        .written()
        .wrong("names \"%s\", which this model does not tell".formatted(measure.word()));
  }
}
