package dev.ductile.policies.lin;

import dev.ductile.api.Size;
import dev.ductile.policies.sizing.GrowthPath;
import dev.ductile.policies.sizing.SpeedBySize;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/**
 * Growth paths on which each step saves the most time per node. A step may have several nodes, if
 * the first of them alone save little.
 */
final class SteepestPaths {
  /**
   * For each size the index of the size after its next step; its own index if no step saves time.
   */
  private final Map<SpeedBySize, int[]> steps = new WeakHashMap<>();

  GrowthPath path(SizedJob job) {
    return new Path(job, steps.computeIfAbsent(job.speeds(), SteepestPaths::steps));
  }

  private static final class Path implements GrowthPath {
    private final SizedJob job;
    private final int[] steps;
    private int index;

    Path(SizedJob job, int[] steps) {
      this.job = job;
      this.steps = steps;
    }

    @Override
    public Optional<Step> next() {
      int ahead = steps[index] > index ? steps[index] : index + 1;
      if (ahead == steps.length) {
        return Optional.empty();
      }
      double saved = job.seconds(index) - job.seconds(ahead);
      return Optional.of(
          new Step(job.speeds().size(ahead), saved / nodes(job.speeds(), index, ahead)));
    }

    @Override
    public void advance() {
      index = steps[index];
    }

    @Override
    public String unit() {
      return "node";
    }

    @Override
    public Iterable<Size> passed() {
      return job.speeds().sizes().subList(0, index).reversed();
    }
  }

  /** The next corner of the lower hull of the remaining time, for each size. */
  private static int[] steps(SpeedBySize speeds) {
    var next = new int[speeds.count()];
    var corners = new ArrayDeque<Integer>();
    for (int index = speeds.count() - 1; index >= 0; index--) {
      while (corners.size() > 1 && !isCorner(speeds, index, corners)) {
        corners.pop();
      }
      boolean saves = !corners.isEmpty() && slope(speeds, index, corners.getFirst()) > 0;
      next[index] = saves ? corners.getFirst() : index;
      corners.push(index);
    }
    return next;
  }

  /** Whether the nearest corner saves as much per node as the one behind it. */
  private static boolean isCorner(SpeedBySize speeds, int index, ArrayDeque<Integer> corners) {
    var ahead = corners.iterator();
    int near = ahead.next();
    return slope(speeds, index, near) >= slope(speeds, index, ahead.next());
  }

  private static double slope(SpeedBySize speeds, int from, int to) {
    return (1 / speeds.stepsPerSecond(from) - 1 / speeds.stepsPerSecond(to))
        / nodes(speeds, from, to);
  }

  private static int nodes(SpeedBySize speeds, int from, int to) {
    return Heuristic.nodes(speeds, to) - Heuristic.nodes(speeds, from);
  }
}
