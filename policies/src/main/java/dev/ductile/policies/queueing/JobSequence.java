package dev.ductile.policies.queueing;

import java.util.Optional;

/** Jobs one at a time, in their order. The caller reports for each one whether it found a place. */
interface JobSequence {
  /** The next job; empty when all have had their turn. */
  Optional<Ranked> next();

  /** The job found a place. */
  void accept();

  /** The job found no place, and so jobs with the same request find none. */
  void refuse();
}
