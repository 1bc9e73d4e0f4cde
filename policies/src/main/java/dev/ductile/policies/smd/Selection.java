package dev.ductile.policies.smd;

import dev.ductile.api.Phrase;
import java.util.BitSet;

/** A rule that admits jobs: the outer problem (Problem 11). */
@FunctionalInterface
interface Selection {
  ChosenJobs choose(Knapsack knapsack);

  /**
   * The reason why a job is not admitted, as the end of a sentence.
   *
   * @param density the job's worth per share of the cluster that it would be charged
   * @param leastDensity the least density of an admitted job
   */
  default Phrase passedOver(double density, double leastDensity) {
    return density < leastDensity
        ? Phrase.of("all admitted jobs give {leastWorthPerShare} or more", leastDensity / 100)
        : Phrase.of("no choice with it was found that is worth more");
  }

  /**
   * The admitted jobs.
   *
   * @param worth the sum of their worths
   * @param atMost upper bound on the worth of any choice; infinite if none was computed
   */
  record ChosenJobs(BitSet chosen, double worth, double atMost) {
    /** The same choice, with the earliest of equal jobs. */
    ChosenJobs firstOfEquals(Knapsack knapsack) {
      return new ChosenJobs(knapsack.firstOfEquals(chosen), worth, atMost);
    }
  }
}
