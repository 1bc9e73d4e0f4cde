package dev.ductile.models.fit;

import dev.ductile.api.Estimate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The result of a fit: the speed of a job at every setup, with its range, parameters and scores.
 */
public final class Fit {
  /** The most that the logarithm of a range may be, so that it stays finite if nothing is known. */
  private static final double MOST_HALF_WIDTH = 20;

  private final StepTimeModel model;
  private final Posterior posterior;
  private final List<PooledMeasurement> measured;
  private final List<Fitter.Score> scores;

  Fit(StepTimeModel model, Posterior posterior, List<PooledMeasurement> measured) {
    this(model, posterior, measured, List.of());
  }

  private Fit(
      StepTimeModel model,
      Posterior posterior,
      List<PooledMeasurement> measured,
      List<Fitter.Score> scores) {
    this.model = model;
    this.posterior = posterior;
    this.measured = measured;
    this.scores = scores;
  }

  Fit among(List<Fitter.Score> contest) {
    return new Fit(model, posterior, measured, contest);
  }

  /** The name of the fitted form. */
  public String form() {
    return model.label();
  }

  /** The meaning of each parameter. */
  public List<Term> terms() {
    return model.terms();
  }

  /** The most probable parameters of the form, in the order of its terms. */
  public List<Double> theta() {
    return DoubleStream.of(posterior.parameters()).boxed().toList();
  }

  /**
   * The score of every form that competed; empty if too few measurements allowed no competition.
   */
  public List<Fitter.Score> scores() {
    return scores;
  }

  /** The number of different setups that were measured. */
  public int setups() {
    return measured.size();
  }

  public double stepsPerSecond(Setup setup) {
    return StrictMath.exp(posterior.logSpeed(setup));
  }

  /** The speed, with a range that holds a new measurement nine times out of ten. */
  public Estimate estimate(Setup setup) {
    double speed = stepsPerSecond(setup);
    double factor = StrictMath.exp(Math.min(posterior.halfWidth(setup), MOST_HALF_WIDTH));
    return new Estimate(speed, speed / factor, speed * factor);
  }

  /** The mean relative leave-one-out error of the measured setups; empty for a single setup. */
  public OptionalDouble heldOutError() {
    return measured.size() < 2
        ? OptionalDouble.empty()
        : Arrays.stream(posterior.heldOut())
            .map(error -> Math.abs(StrictMath.expm1(-error)))
            .average();
  }

  /** The errors of this fit on measurements: its own or others. */
  public FitErrors errors(Collection<Measurement> measurements) {
    return FitErrors.of(this::estimate, measurements);
  }

  /**
   * The speed of a job as a function of its allocation.
   *
   * @param batch samples in one step of the job
   * @param servers the number of servers for an allocation without servers, if the form needs some
   */
  public FittedSpeed speed(double batch, int servers) {
    return new FittedSpeed(this, batch, needsServers() ? servers : 0);
  }

  /** The batch with the largest weight of measurements; the smallest of several. */
  public double usualBatch() {
    double best = measured.getFirst().setup().batch();
    double most = 0;
    for (PooledMeasurement one : measured) {
      double weight =
          measured.stream()
              .filter(other -> other.setup().batch() == one.setup().batch())
              .mapToDouble(PooledMeasurement::weight)
              .sum();
      if (weight > most || (weight == most && one.setup().batch() < best)) {
        best = one.setup().batch();
        most = weight;
      }
    }
    return best;
  }

  double heldOutLogError() {
    double sum = 0;
    for (double error : posterior.heldOut()) {
      sum += Math.abs(error);
    }
    return sum;
  }

  private boolean needsServers() {
    return measured.getFirst().setup().servers() > 0;
  }
}
