package dev.ductile.policies.marginal;

import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;

/**
 * The way up a job's ladder in the steepest steps: from each size the one to which its speed rises
 * most for what that takes of the cluster, however much it takes. A size is known by the number of
 * its rung plus one; 0 is nothing at all.
 */
final class Steps {
  static final int NOTHING = 0;

  /** A task that needs next to nothing takes this part of the cluster, so that no step is free. */
  private static final double LEAST_SHARE = 1e-9;

  private final double perWorker;
  private final double perServer;
  private final int[] workers;
  private final int[] servers;
  private final double[] speeds;
  private final int[] next;

  /**
   * Finds all steps at once, from the top down: the sizes on the way from some size are the corners
   * of the upper hull of all that are not smaller.
   *
   * @param count how many sizes there are, nothing included
   */
  private Steps(Candidate candidate, Budget budget, int count) {
    perWorker = Math.max(LEAST_SHARE, budget.share(candidate, Size.workers(1)));
    perServer = Math.max(LEAST_SHARE, budget.share(candidate, new Size(0, 1)));
    workers = new int[count];
    servers = new int[count];
    speeds = new double[count];
    next = new int[count];
    for (int size = 1; size < count; size++) {
      workers[size] = candidate.size(size - 1).workers();
      servers[size] = candidate.size(size - 1).servers();
      speeds[size] = candidate.ladder().stepsPerSecond(size - 1);
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

  static Steps all(Candidate candidate, Budget budget) {
    return new Steps(candidate, budget, candidate.ladder().count() + 1);
  }

  /** Those that end at the size the job has. */
  static Steps upToHeld(Candidate candidate, Budget budget) {
    return new Steps(candidate, budget, candidate.held() + 2);
  }

  boolean reaches(int size) {
    return size <= last();
  }

  /** The largest size it knows. */
  int last() {
    return next.length - 1;
  }

  /** The next size; the same where none is faster. */
  int next(int size) {
    return next[size];
  }

  /** The next size up to {@code most}; the same where none is faster. */
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

  /** By how much faster a step makes the job, for what it takes; 0 for none. */
  double slope(int from, int to) {
    return from == to
        ? 0
        : (speeds[to] - speeds[from])
            / ((workers[to] - workers[from]) * perWorker
                + (servers[to] - servers[from]) * perServer);
  }
}
