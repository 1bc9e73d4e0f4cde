package dev.ductile.models.profile;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The seconds of the four phases of a worker's step with a parameter server (Lin et al., Section
 * III-A): download of the weights, computation of gradients, upload of the gradients, update by the
 * server.
 */
public record PhaseTimes(
    MeasurementSummary downlink,
    MeasurementSummary worker,
    MeasurementSummary uplink,
    MeasurementSummary server) {
  /** Half the 90 % interval of the normal distribution, in standard errors. */
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
      throw new IllegalArgumentException("a step must take time, but all phases are 0 s");
    }
  }

  public static PhaseTimes of(List<Step> steps) {
    return new PhaseTimes(
        spread(steps, Step::downlink),
        spread(steps, Step::worker),
        spread(steps, Step::uplink),
        spread(steps, Step::server));
  }

  /** The number of measured steps. */
  public int steps() {
    return worker.count();
  }

  /** The seconds of a whole step of one worker with one server. */
  public double seconds() {
    return downlink.mean() + worker.mean() + uplink.mean() + server.mean();
  }

  /** The relative sampling error of {@link #seconds} that holds nine times out of ten. */
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

  private static MeasurementSummary spread(List<Step> steps, ToDoubleFunction<Step> phase) {
    return MeasurementSummary.of(steps.stream().mapToDouble(phase).toArray());
  }
}
