package dev.ductile.policies.smd;

import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.api.StepTerms;
import dev.ductile.policies.sizing.Candidate;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The size at which a job trains fastest, for any speed model: the inner problem solved in whole
 * numbers. Among equally fast sizes it is the smallest.
 */
final class BestSize implements Sizer {
  /** Up to this many tasks of a role, every count is tried. */
  private static final int DENSE = 200;

  /** Above that, each count is larger than the last by one part in this many. */
  private static final int PARTS = 16;

  /** A relative gain below this is a rounding error. */
  private static final double ROUNDING = 1e-12;

  @Override
  public Optional<Size> size(Allowance allowance) {
    if (allowance.isEmpty()) {
      return Optional.empty();
    }
    Optional<StepTerms> terms =
        allowance.servers().least() > 0
            ? allowance.candidate().job().speed().stepTerms()
            : Optional.empty();
    var best = new Fastest(allowance);
    terms.ifPresentOrElse(
        sum -> tryServersOf(sum, allowance, best), () -> tryEverything(allowance, best));
    return Optional.of(best.size);
  }

  /** The fastest size so far. */
  private static final class Fastest {
    private final Candidate candidate;
    private Size size;
    private double stepsPerSecond;

    Fastest(Allowance allowance) {
      this.candidate = allowance.candidate();
      this.size = allowance.least();
      this.stepsPerSecond = candidate.job().speedAt(size);
    }

    void add(int workers, int servers) {
      var next = new Size(workers, servers);
      double speed = candidate.job().speedAt(next);
      if (speed > stepsPerSecond * (1 + ROUNDING)) {
        stepsPerSecond = speed;
        size = next;
      }
    }
  }

  /**
   * For a given number of workers, a sum of ratios is convex in the number of servers. The best
   * counts are the neighbours of the real minimum, at which one more server costs as much as it
   * saves in transfers.
   */
  private static void tryServersOf(StepTerms terms, Allowance allowance, Fastest best) {
    int mostWorkers = allowance.mostWorkers(allowance.servers().least());
    Range range = allowance.servers();
    for (int workers : counts(allowance.workers(), mostWorkers, Integer.MAX_VALUE)) {
      int most = Math.max(range.least(), allowance.mostServers(workers));
      double ideal = Math.sqrt(terms.contended() * workers / terms.perServer());
      int below = range.atMost((int) Math.min(most, ideal));
      int above = range.after(below);
      best.add(workers, below);
      if (above <= most) {
        best.add(workers, above);
      }
    }
  }

  private static void tryEverything(Allowance allowance, Fastest best) {
    int mostWorkers = allowance.mostWorkers(allowance.servers().least());
    int mostServers = allowance.mostServers(allowance.workers().least());
    int[] someServers = counts(allowance.servers(), mostServers, DENSE);
    for (int workers : counts(allowance.workers(), mostWorkers, DENSE)) {
      int most = allowance.mostServers(workers);
      for (int servers : someServers) {
        if (servers <= most) {
          best.add(workers, servers);
        }
      }
    }
    tryAround(best.size, allowance, best);
  }

  /** Tries the sizes around the best one that wide steps left out. */
  private static void tryAround(Size centre, Allowance allowance, Fastest best) {
    int[] fewWorkers = around(centre.workers(), allowance.workers());
    int[] fewServers = around(centre.servers(), allowance.servers());
    for (int workers : fewWorkers) {
      for (int servers : fewServers) {
        if (allowance.covers(new Size(workers, servers))) {
          best.add(workers, servers);
        }
      }
    }
  }

  private static int[] around(int centre, Range range) {
    int reach = centre < DENSE ? 0 : centre / PARTS + 1;
    int stride = Math.max(1, reach / DENSE);
    return IntStream.iterate(centre - reach, count -> count <= centre + reach, c -> c + stride)
        .filter(range::allows)
        .toArray();
  }

  /** The legal counts up to {@code most}; all of them up to {@code dense}. */
  static int[] counts(Range range, int most, int dense) {
    var counts = IntStream.builder();
    int count = range.least();
    int last = -1;
    while (count != last && count <= most) {
      counts.add(count);
      last = count;
      int stride = count < dense ? 1 : count / PARTS;
      count = range.after(Math.max(count, range.atMost(count + stride - 1)));
    }
    return counts.build().toArray();
  }
}
