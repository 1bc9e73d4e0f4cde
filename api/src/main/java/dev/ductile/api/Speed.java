package dev.ductile.api;

import java.util.Optional;

/** The speed of a job as a function of its allocation; zero for an empty one. */
@FunctionalInterface
public interface Speed {
  /** An unknown speed; it counts as zero. */
  Speed UNKNOWN = where -> 0;

  double stepsPerSecond(Allocation where);

  /** The same speed with its uncertainty; exact unless the speed model overrides this. */
  default Estimate estimate(Allocation where) {
    return Estimate.exactly(stepsPerSecond(where));
  }

  /** The terms of a step, if they describe the whole speed and the job has servers. */
  default Optional<StepTerms> stepTerms() {
    return Optional.empty();
  }
}
