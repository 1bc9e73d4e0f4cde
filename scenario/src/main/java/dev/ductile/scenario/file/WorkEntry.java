package dev.ductile.scenario.file;

import dev.ductile.api.Work;
import dev.ductile.text.NumberBounds;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The work of a job.
 *
 * @param total steps from beginning to end
 * @param done steps that are done; only in a state
 * @param unit the name of one step; steps if it is absent
 * @param feedback the number of first steps that are early feedback
 */
record WorkEntry(
    @NumberBounds(above = 0) double total,
    @NumberBounds(least = 0) OptionalDouble done,
    Optional<String> unit,
    @NumberBounds(least = 0) OptionalDouble feedback) {
  WorkEntry {
    if (done.isPresent() && !(done.getAsDouble() >= 0 && done.getAsDouble() <= total)) {
      throw new IllegalArgumentException(
          "done must be between 0 and the total of %s, not %s"
              .formatted(total, done.getAsDouble()));
    }
  }

  static WorkEntry of(double total) {
    return new WorkEntry(total, OptionalDouble.empty(), Optional.empty(), OptionalDouble.empty());
  }

  Work work() {
    return new Work(total, feedback.orElse(0), unit.orElse("steps"));
  }
}
