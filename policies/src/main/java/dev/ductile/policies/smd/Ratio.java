package dev.ductile.policies.smd;

import dev.ductile.api.StepTerms;
import java.util.ArrayList;
import java.util.List;

/**
 * A summand of the inner problem (Problem 12): {@code workers w + servers p + fixed}, divided by 1,
 * w or p, for w workers and p servers.
 */
record Ratio(double workers, double servers, double fixed, Divisor divisor) {
  /** The divisor of a summand. */
  enum Divisor {
    ONE,
    WORKERS,
    SERVERS
  }

  double at(double w, double p) {
    double numerator = workers * w + servers * p + fixed;
    return switch (divisor) {
      case ONE -> numerator;
      case WORKERS -> numerator / w;
      case SERVERS -> numerator / p;
    };
  }

  /** The part of a region in which the summand is at most {@code limit}. */
  Region within(Region region, double limit) {
    return switch (divisor) {
      case ONE -> region.below(workers, servers, limit - fixed);
      case WORKERS -> region.below(workers - limit, servers, -fixed);
      case SERVERS -> region.below(workers, servers - limit, -fixed);
    };
  }

  /**
   * The summands of a step that depend on the size: four in synchronous training (Problem 9), three
   * in asynchronous training (Problem 10). Summands that are always 0 are left out.
   */
  static List<Ratio> of(StepTerms terms) {
    List<Ratio> all =
        switch (terms) {
          case StepTerms.Synchronous sync ->
              List.of(
                  new Ratio(sync.perWorker(), 0, 0, Divisor.ONE),
                  new Ratio(0, sync.perServer(), 0, Divisor.ONE),
                  new Ratio(sync.contended(), 0, 0, Divisor.SERVERS),
                  new Ratio(0, 0, sync.divided(), Divisor.WORKERS));
          case StepTerms.Asynchronous async ->
              List.of(
                  new Ratio(0, async.perServer(), 0, Divisor.WORKERS),
                  new Ratio(0, 0, async.fixed(), Divisor.WORKERS),
                  new Ratio(0, 0, async.contended(), Divisor.SERVERS));
        };
    var some = new ArrayList<Ratio>(all);
    some.removeIf(ratio -> ratio.workers + ratio.servers + ratio.fixed == 0);
    return some;
  }
}
