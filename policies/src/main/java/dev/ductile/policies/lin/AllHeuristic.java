package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.policies.sizing.SpeedBySize;

/** All nodes to the job that ends first with them (Section V-B, SRPT). */
final class AllHeuristic extends Heuristic {
  @Override
  protected double cost(SpeedBySize speeds, int index) {
    return -index;
  }

  @Override
  double rank(SizedJob job, int index) {
    return job.seconds(index);
  }

  @Override
  String criterion() {
    return "remaining time";
  }

  /** The job gets even nodes that slow it down, so it may end sooner with fewer. */
  @Override
  boolean mayPreferFewer() {
    return true;
  }

  @Override
  Phrase why(SizedJob job, int index) {
    return Phrase.of(
        "all remaining nodes go to the job that ends first: this one, in {remaining}",
        job.time(index));
  }
}
