package dev.ductile.policies.smd;

import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.policies.smd.Grid.Fractional;
import java.util.random.RandomGenerator;

/**
 * Random rounding of a fractional size (Algorithm 2): each number is rounded up with the
 * probability of its fraction, several times, and the fastest allowed draw counts. This is the
 * sense of the algorithm's last line; as printed, an allowed draw would be discarded until the
 * count is reached. If no draw is allowed, both numbers are rounded down.
 *
 * @param draws number of draws (F)
 * @param scale factor of the size before rounding (M)
 */
record Rounding(int draws, Scale scale, double delta) {
  Size round(Fractional size, Allowance allowance, RandomGenerator random) {
    double factor = factor(allowance);
    double workers = Math.max(allowance.workers().least(), size.workers() * factor);
    double servers = Math.max(allowance.servers().least(), size.servers() * factor);
    Size best = down(workers, servers, allowance);
    for (int draw = 0; draw < draws; draw++) {
      var candidate =
          new Size(
              drawn(workers, allowance.workers(), random),
              drawn(servers, allowance.servers(), random));
      if (allowance.covers(candidate) && isFaster(candidate, best, allowance)) {
        best = candidate;
      }
    }
    return best;
  }

  /** The factor M for one job. */
  double factor(Allowance allowance) {
    return switch (scale) {
      case ONE -> 1;
      case LEMMA -> lemma(delta, allowance.resources(), width(allowance));
    };
  }

  /**
   * Lemma 3's factor.
   *
   * @param width how often the task with the largest need fits within its limit (W)
   */
  static double lemma(double delta, int resources, double width) {
    double half = 3 * StrictMath.log(2 * resources / delta) / (2 * width);
    return 1 + half - Math.sqrt(half * half + 2 * half);
  }

  private static double width(Allowance allowance) {
    double width = Range.LIMIT;
    for (int resource = 0; resource < allowance.resources(); resource++) {
      double largest = Math.max(allowance.worker(resource), allowance.server(resource));
      if (largest > 0) {
        width = Math.min(width, allowance.most(resource) / largest);
      }
    }
    return width;
  }

  private static Size down(double workers, double servers, Allowance allowance) {
    var down =
        new Size(
            allowance.workers().atMost((int) workers), allowance.servers().atMost((int) servers));
    return allowance.covers(down) ? down : allowance.least();
  }

  private static int drawn(double number, Range range, RandomGenerator random) {
    int floor = (int) number;
    return range.atMost(random.nextDouble() < number - floor ? floor + 1 : floor);
  }

  private static boolean isFaster(Size candidate, Size other, Allowance allowance) {
    var job = allowance.candidate().job();
    return job.speedAt(candidate) > job.speedAt(other);
  }
}
