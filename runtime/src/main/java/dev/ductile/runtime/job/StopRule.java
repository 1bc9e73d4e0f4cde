package dev.ductile.runtime.job;

import dev.ductile.text.AtLeastOne;
import dev.ductile.text.NumberBounds;
import java.util.Optional;

/**
 * The end of the training: at the first of these.
 *
 * @param epochs the number of passes over all examples
 * @param steps the number of steps
 * @param loss the mean loss over the examples of the last epoch that is good enough
 */
@AtLeastOne({"epochs", "steps"})
public record StopRule(
    Optional<@NumberBounds(least = 1) Integer> epochs,
    Optional<@NumberBounds(least = 1) Long> steps,
    Optional<Double> loss) {
  public StopRule {
    if (epochs.isEmpty() && steps.isEmpty()) {
      throw new IllegalArgumentException(
          "give stop.epochs or stop.steps too: the loss alone may never be reached");
    }
    if (epochs.orElse(1) < 1) {
      throw new IllegalArgumentException("epochs must be at least 1, not " + epochs.orElseThrow());
    }
    if (steps.orElse(1L) < 1) {
      throw new IllegalArgumentException("steps must be at least 1, not " + steps.orElseThrow());
    }
    if (!Double.isFinite(loss.orElse(0.0))) {
      throw new IllegalArgumentException("loss must be a number, not " + loss.orElseThrow());
    }
  }
}
