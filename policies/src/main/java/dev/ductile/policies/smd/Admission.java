package dev.ductile.policies.smd;

import dev.ductile.api.Phrase;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Who is admitted by a policy whose paper is about sizes alone. */
public enum Admission implements Selection {
  /** Who came first, and whoever after them still fits. */
  ARRIVAL {
    @Override
    public Choice choose(Knapsack knapsack) {
      return inOrder(knapsack, Comparator.naturalOrder());
    }

    @Override
    public Phrase passedOver(double density, double leastDensity) {
      return Phrase.of("those who came before it leave too little");
    }
  },
  /** Who is worth most for the shares of the cluster it is charged, and whoever still fits. */
  DENSITY {
    @Override
    public Choice choose(Knapsack knapsack) {
      return inOrder(knapsack, Comparator.<Integer>comparingDouble(knapsack::density).reversed());
    }

    @Override
    public Phrase passedOver(double density, double leastDensity) {
      return Phrase.of("those who give as much or more leave too little");
    }
  },
  /** Those who are worth most together. */
  KNAPSACK {
    @Override
    public Choice choose(Knapsack knapsack) {
      return BranchAndBound.PATIENT.choose(knapsack);
    }
  };

  private static Choice inOrder(Knapsack knapsack, Comparator<Integer> order) {
    var chosen = new BitSet();
    double[] left = knapsack.left(chosen);
    for (int item : IntStream.range(0, knapsack.count()).boxed().sorted(order).toList()) {
      if (knapsack.fits(item, left)) {
        chosen.set(item);
        knapsack.take(item, left);
      }
    }
    return new Choice(chosen, knapsack.value(chosen), Double.POSITIVE_INFINITY);
  }
}
