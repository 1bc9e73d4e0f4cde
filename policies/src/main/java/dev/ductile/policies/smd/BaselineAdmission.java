package dev.ductile.policies.smd;

import dev.ductile.api.Phrase;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The rule that admits jobs, for policies whose paper defines only sizes. */
public enum BaselineAdmission implements Selection {
  /** In order of arrival; a later job that still fits is admitted. */
  ARRIVAL {
    @Override
    public ChosenJobs choose(Knapsack knapsack) {
      return inOrder(knapsack, Comparator.naturalOrder());
    }

    @Override
    public Phrase passedOver(double density, double leastDensity) {
      return Phrase.of("earlier jobs leave too little");
    }
  },
  /** By worth per charged share of the cluster; a later job that still fits is admitted. */
  DENSITY {
    @Override
    public ChosenJobs choose(Knapsack knapsack) {
      return inOrder(knapsack, Comparator.<Integer>comparingDouble(knapsack::density).reversed());
    }

    @Override
    public Phrase passedOver(double density, double leastDensity) {
      return Phrase.of("jobs of equal or higher worth per share leave too little");
    }
  },
  /** The jobs with the greatest sum of worths. */
  KNAPSACK {
    @Override
    public ChosenJobs choose(Knapsack knapsack) {
      return BranchAndBound.PATIENT.choose(knapsack);
    }
  };

  private static ChosenJobs inOrder(Knapsack knapsack, Comparator<Integer> order) {
    var chosen = new BitSet();
    double[] left = knapsack.left(chosen);
    for (int item : IntStream.range(0, knapsack.count()).boxed().sorted(order).toList()) {
      if (knapsack.fits(item, left)) {
        chosen.set(item);
        knapsack.take(item, left);
      }
    }
    return new ChosenJobs(chosen, knapsack.value(chosen), Double.POSITIVE_INFINITY);
  }
}
