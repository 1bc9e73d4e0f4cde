package dev.ductile.api;

import java.util.Optional;

/** How fast a job trains, wherever it is put. Defined for every allocation, and zero for none. */
@FunctionalInterface
public interface Speed {
  /** Nothing is known of how fast the job trains; it counts as not training at all. */
  Speed UNKNOWN = where -> 0;

  double stepsPerSecond(Allocation where);

  /** The same speed, and how sure it is; exact where the speed does not know better. */
  default Estimate estimate(Allocation where) {
    return Estimate.exactly(stepsPerSecond(where));
  }

  /** What a step is made of, where that is all there is to this speed and servers take part. */
  default Optional<StepTerms> stepTerms() {
    return Optional.empty();
  }
}
