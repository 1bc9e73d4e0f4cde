package dev.ductile.models.profile;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How long the four phases take of which a worker's step with a parameter server consists (Lin et
 * al., Section III-A): weights come down, gradients are computed, gradients go up, and the server
 * applies them.
 */
public record PhaseTimes(Spread downlink, Spread worker, Spread uplink, Spread server) {
  /** The speed of one class of workers is as good as its times: off by so many standard errors. */
  private static final double NINE_OF_TEN = 1.645;

  /** One step of one worker, in seconds. */
  public record Step(double downlink, double worker, double uplink, double server) {
    public Step {
      check("downlink", downlink);
      check("worker", worker);
      check("uplink", uplink);
      check("server", server);
    }

    private static void check(String name, double seconds) {
      if (!(seconds >= 0) || Double.isInfinite(seconds)) {
        throw new IllegalArgumentException(
            "%s must be a finite number of seconds of at least 0, not %s".formatted(name, seconds));
      }
    }
  }

  public PhaseTimes {
    if (!(downlink.mean() + worker.mean() + uplink.mean() + server.mean() > 0)) {
      throw new IllegalArgumentException("a step cannot take no time at all: all phases are 0 s");
    }
  }

  public static PhaseTimes of(List<Step> steps) {
    return new PhaseTimes(
        spread(steps, Step::downlink),
        spread(steps, Step::worker),
        spread(steps, Step::uplink),
        spread(steps, Step::server));
  }

  /** How many steps were measured. */
  public int steps() {
    return worker.count();
  }

  /** A worker's whole step while it is alone with its server. */
  public double seconds() {
    return downlink.mean() + worker.mean() + uplink.mean() + server.mean();
  }

  /** By which share of itself {@link #seconds} may be off by chance, nine times out of ten. */
  public double error() {
    double variance =
        square(downlink.standardError())
            + square(worker.standardError())
            + square(uplink.standardError())
            + square(server.standardError());
    return NINE_OF_TEN * StrictMath.sqrt(variance) / seconds();
  }

  private static double square(double number) {
    return number * number;
  }

  private static Spread spread(List<Step> steps, ToDoubleFunction<Step> phase) {
    return Spread.of(steps.stream().mapToDouble(phase).toArray());
  }
}
