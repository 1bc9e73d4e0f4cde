package dev.ductile.policies.marginal;

import dev.ductile.policies.elastic.Contender;

/**
 * The way up a job's ladder in the steepest steps: from each size the one to which its speed rises
 * most for each device, however many devices that takes. A size is known by the number of its rung
 * plus one; 0 is nothing at all.
 */
final class Steps {
  static final int NOTHING = 0;

  private final double[] devices;
  private final double[] speeds;
  private final int[] next;

  /**
   * Finds all steps at once, from the top down: the sizes on the way from some size are the corners
   * of the upper hull of all that are not smaller.
   *
   * @param count how many sizes there are, nothing included
   */
  private Steps(Contender contender, int count) {
    devices = new double[count];
    speeds = new double[count];
    next = new int[count];
    for (int size = 1; size < count; size++) {
      devices[size] = contender.job().spec().demand().devices(contender.size(size - 1));
      speeds[size] = contender.ladder().stepsPerSecond(size - 1);
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

  static Steps all(Contender contender) {
    return new Steps(contender, contender.ladder().count() + 1);
  }

  /** Those that end at the size the job has. */
  static Steps upToHeld(Contender contender) {
    return new Steps(contender, contender.held() + 2);
  }

  boolean reaches(int size) {
    return size < next.length;
  }

  /** The next size; the same where none is faster. */
  int next(int size) {
    return next[size];
  }

  /** By how much faster the next step makes the job, for each device it takes. */
  double slope(int size) {
    return next[size] == size ? 0 : slope(size, next[size]);
  }

  private double slope(int from, int to) {
    return (speeds[to] - speeds[from]) / (devices[to] - devices[from]);
  }
}
