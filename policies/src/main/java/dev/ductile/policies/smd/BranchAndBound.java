package dev.ductile.policies.smd;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.stream.IntStream;

/**
 * The best choice, by branch and bound over the linear relaxation. It branches on an item that the
 * relaxation admits in part. It prunes branches whose bound is no better than the best choice so
 * far, and fixes items whose reduced cost exceeds the possible gain of a branch.
 *
 * @param effort most nodes times items; beyond it the search returns the best choice so far, with a
 *     bound on the worth of any other
 */
record BranchAndBound(double effort) implements Selection {
  /** Under a second for hundreds of jobs. */
  static final BranchAndBound PATIENT = new BranchAndBound(8e6);

  /** A few milliseconds. */
  static final BranchAndBound BRIEF = new BranchAndBound(2e5);

  private static final double ROUNDING = 1e-9;

  @Override
  public ChosenJobs choose(Knapsack knapsack) {
    var search = new Search(knapsack);
    double atMost = search.run((long) (effort / Math.max(1, knapsack.count())) + 1);
    return new ChosenJobs(search.best, search.worth, Math.max(search.worth, atMost));
  }

  /** The open nodes, explored depth first, and the best choice so far. */
  private static final class Search {
    private final Knapsack knapsack;
    private final int[] byDensity;
    private final Deque<Relaxation> open = new ArrayDeque<>();
    private BitSet best = new BitSet();
    private double worth;

    Search(Knapsack knapsack) {
      this.knapsack = knapsack;
      this.byDensity =
          IntStream.range(0, knapsack.count())
              .boxed()
              .sorted((a, b) -> Double.compare(knapsack.density(b), knapsack.density(a)))
              .mapToInt(item -> item)
              .toArray();
    }

    /** Explores this many nodes, and returns an upper bound on the worth of any choice. */
    double run(long nodes) {
      offer(new BitSet());
      open.push(new Relaxation(knapsack));
      for (long node = 0; node < nodes && !open.isEmpty(); node++) {
        visit(open.pop());
      }
      return open.stream().mapToDouble(Relaxation::value).max().orElse(worth);
    }

    private void visit(Relaxation node) {
      if (isHopeless(node) || !node.solve() || isHopeless(node)) {
        return;
      }
      double[] parts = node.parts();
      BitSet whole = FriezeClarke.whole(parts);
      offer(whole);
      int item = mostDivided(parts);
      if (item < 0 && !knapsack.holds(whole)) {
        item = whole.stream().filter(node::isOpen).findFirst().orElse(-1);
      }
      if (item < 0 || isHopeless(node)) {
        return;
      }
      node.fixAbove(node.value() - worth);
      Relaxation without = node.copy();
      without.fix(item, false);
      open.push(without);
      node.fix(item, true);
      open.push(node);
    }

    private boolean isHopeless(Relaxation node) {
      return node.value() <= worth + ROUNDING * Math.abs(worth);
    }

    /**
     * Considers these items as a choice, with further items that fit beside them, the densest
     * first.
     */
    private void offer(BitSet relaxed) {
      BitSet whole = knapsack.fitting(new BitSet(), relaxed);
      double[] left = knapsack.left(whole);
      for (int item : byDensity) {
        if (!whole.get(item) && knapsack.fits(item, left)) {
          knapsack.take(item, left);
          whole.set(item);
        }
      }
      double value = knapsack.value(whole);
      if (value > worth) {
        best = whole;
        worth = value;
      }
    }

    /** The item whose part is nearest to one half; -1 if all are whole. */
    private static int mostDivided(double[] parts) {
      int divided = -1;
      double nearest = 0.5 - ROUNDING;
      for (int item = 0; item < parts.length; item++) {
        double distance = Math.abs(parts[item] - 0.5);
        if (distance < nearest) {
          nearest = distance;
          divided = item;
        }
      }
      return divided;
    }
  }
}
