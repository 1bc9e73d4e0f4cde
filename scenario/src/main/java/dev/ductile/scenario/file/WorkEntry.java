package dev.ductile.scenario.file;

import dev.ductile.api.Work;
import java.util.Optional;
import java.util.OptionalDouble;

/** How far a job has to go, as people write it. */
record WorkEntry(
    double total, OptionalDouble done, Optional<String> unit, OptionalDouble feedback) {
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
