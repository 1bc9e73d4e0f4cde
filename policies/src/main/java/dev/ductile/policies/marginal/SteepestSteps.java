package dev.ductile.policies.marginal;

import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;

/**
 * The steepest steps of a job: from each size to the larger size with the steepest rise of speed
 * per resource. A size is its index plus one; 0 is none.
 */
final class SteepestSteps {
  static final int NOTHING = 0;

  /** The least share of the cluster that a task counts for, so that no step is free. */
  private static final double LEAST_SHARE = 1e-9;

  private final double perWorker;
  private final double perServer;
  private final int[] workers;
  private final int[] servers;
  private final double[] speeds;
  private final int[] next;

  /**
   * Finds all steps, from the largest size down: the steps from a size are the corners of the upper
   * hull of all larger sizes.
   *
   * @param count sizes, including none
   */
  private SteepestSteps(Candidate candidate, Budget budget, int count) {
    perWorker = Math.max(LEAST_SHARE, budget.share(candidate, Size.workers(1)));
    perServer = Math.max(LEAST_SHARE, budget.share(candidate, new Size(0, 1)));
    workers = new int[count];
    servers = new int[count];
    speeds = new double[count];
    next = new int[count];
    for (int size = 1; size < count; size++) {
      workers[size] = candidate.size(size - 1).workers();
      servers[size] = candidate.size(size - 1).servers();
      speeds[size] = candidate.speeds().stepsPerSecond(size - 1);
    }
    var corners = new int[count];
    int top = -1;
    for (int size = count - 1; size >= 0; size--) {
      while (top > 0 && slope(size, corners[top]) < slope(size, corners[top - 1])) {
        top--;
      }
      next[size] = top >= 0 && slope(size, corners[top]) > 0 ? corners[top] : size;
      corners[++top] = size;
    }
  }

  static SteepestSteps all(Candidate candidate, Budget budget) {
    return new SteepestSteps(candidate, budget, candidate.speeds().count() + 1);
  }

  /** The steps up to the size that the job has. */
  static SteepestSteps upToHeld(Candidate candidate, Budget budget) {
    return new SteepestSteps(candidate, budget, candidate.held() + 2);
  }

  boolean reaches(int size) {
    return size <= last();
  }

  /** The largest size of these steps. */
  int last() {
    return next.length - 1;
  }

  /** The next size; the same if none is faster. */
  int next(int size) {
    return next[size];
  }

  /** The next size up to {@code most}; the same if none is faster. */
  int next(int size, int most) {
    if (next[size] <= most) {
      return next[size];
    }
    int steepest = size;
    double slope = 0;
    for (int to = size + 1; to <= most; to++) {
      double other = slope(size, to);
      if (other >= slope && other > 0) {
        steepest = to;
        slope = other;
      }
    }
    return steepest;
  }

  /** The speed that a step adds per resource that it takes; 0 for none. */
  double slope(int from, int to) {
    return from == to
        ? 0
        : (speeds[to] - speeds[from])
            / ((workers[to] - workers[from]) * perWorker
                + (servers[to] - servers[from]) * perServer);
  }
}
