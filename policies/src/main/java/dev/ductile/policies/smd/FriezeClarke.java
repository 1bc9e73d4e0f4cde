package dev.ductile.policies.smd;

import java.util.BitSet;

/**
 * Frieze and Clarke's approximation of the outer problem (European Journal of Operational Research
 * 1984). For every set of at most {@code k} jobs, including the empty one, it admits these jobs,
 * rules out jobs worth more than the least of them, and rounds down the linear program of the
 * others.
 */
record FriezeClarke(int k) implements Selection {
  /** Most sets times jobs; sets are smaller if there would be more. */
  private static final double MOST_WORK = 5e6;

  private static final double WHOLE = 1 - 1e-9;

  @Override
  public ChosenJobs choose(Knapsack knapsack) {
    var root = new Relaxation(knapsack);
    root.solve();
    var search = new Search(knapsack, root);
    search.extend(new BitSet(), 0, size(knapsack.count()));
    return new ChosenJobs(search.best, search.worth, root.value());
  }

  /** The most jobs in a set, so that there are not too many sets. */
  int size(int jobs) {
    double sets = 1;
    double all = 1;
    for (int size = 1; size <= Math.min(k, jobs); size++) {
      sets *= (jobs - size + 1.0) / size;
      all += sets;
      if (all * jobs > MOST_WORK) {
        return size - 1;
      }
    }
    return k;
  }

  /** The part of the best worth that the choice found has at least. */
  double guarantee(int jobs, int resources) {
    int size = size(jobs);
    return size >= jobs ? 1 : (double) size / (size + resources);
  }

  /** Enumerates all sets, and keeps the best choice so far. */
  private static final class Search {
    private final Knapsack knapsack;
    private final Relaxation root;
    private BitSet best = new BitSet();
    private double worth;

    Search(Knapsack knapsack, Relaxation root) {
      this.knapsack = knapsack;
      this.root = root;
    }

    void extend(BitSet set, int from, int more) {
      consider(set);
      if (more == 0) {
        return;
      }
      for (int item = from; item < knapsack.count(); item++) {
        set.set(item);
        if (knapsack.holds(set)) {
          extend(set, item + 1, more - 1);
        }
        set.clear(item);
      }
    }

    private void consider(BitSet set) {
      Relaxation relaxation = root.copy();
      double least = set.stream().mapToDouble(knapsack::value).min().orElse(Double.MAX_VALUE);
      for (int item = 0; item < knapsack.count(); item++) {
        if (set.get(item)) {
          relaxation.fix(item, true);
        } else if (knapsack.value(item) > least) {
          relaxation.fix(item, false);
        }
      }
      if (relaxation.value() <= worth || !relaxation.solve() || relaxation.value() <= worth) {
        return; // rounding down can only reduce its worth
      }
      BitSet whole = knapsack.fitting(set, whole(relaxation.parts()));
      double value = knapsack.value(whole);
      if (value > worth) {
        best = whole;
        worth = value;
      }
    }
  }

  /** The items that are admitted whole. */
  static BitSet whole(double[] parts) {
    var whole = new BitSet(parts.length);
    for (int item = 0; item < parts.length; item++) {
      whole.set(item, parts[item] >= WHOLE);
    }
    return whole;
  }
}
