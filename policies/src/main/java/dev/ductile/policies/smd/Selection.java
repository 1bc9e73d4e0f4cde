package dev.ductile.policies.smd;

import java.util.BitSet;

/** A rule for who is admitted: the outer problem (Problem 11). */
@FunctionalInterface
interface Selection {
  Choice choose(Knapsack knapsack);

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
