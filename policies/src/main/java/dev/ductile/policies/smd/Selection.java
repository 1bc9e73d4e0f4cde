package dev.ductile.policies.smd;

import dev.ductile.api.Phrase;
import java.util.BitSet;

/** A rule for who is admitted: the outer problem (Problem 11). */
@FunctionalInterface
interface Selection {
  Choice choose(Knapsack knapsack);

  /**
   * Why somebody is not admitted, as the end of a sentence.
   *
   * @param density what it is worth for each share of the cluster that it would be charged
   * @param leastDensity the least of that of those who are admitted
   */
  default Phrase passedOver(double density, double leastDensity) {
    return density < leastDensity
        ? Phrase.of("all who are admitted give {leastWorthPerShare} or more", leastDensity / 100)
        : Phrase.of("no choice with it was found that would be worth more");
  }

  /**
   * Who is admitted.
   *
   * @param worth of them all
   * @param atMost what no choice can be worth more than; infinite where that was not asked
   */
  record Choice(BitSet chosen, double worth, double atMost) {
    /** The same, but ties go to who came first. */
    Choice firstOfEquals(Knapsack knapsack) {
      return new Choice(knapsack.firstOfEquals(chosen), worth, atMost);
    }
  }
}
