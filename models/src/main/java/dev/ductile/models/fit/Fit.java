package dev.ductile.models.fit;

import dev.ductile.api.Estimate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** What a fit has learned of a job: its speed for every setup, how sure that is, and why. */
public final class Fit {
  /** The logarithm of the widest range: where nothing is known, arithmetic still goes on. */
  private static final double MOST_DOUBT = 20;

  private final Shape shape;
  private final Posterior posterior;
  private final List<Repeated> measured;
  private final List<Fitter.Score> scores;

  Fit(Shape shape, Posterior posterior, List<Repeated> measured) {
    this(shape, posterior, measured, List.of());
  }

  private Fit(
      Shape shape, Posterior posterior, List<Repeated> measured, List<Fitter.Score> scores) {
    this.shape = shape;
    this.posterior = posterior;
    this.measured = measured;
    this.scores = scores;
  }

  Fit among(List<Fitter.Score> contest) {
    return new Fit(shape, posterior, measured, contest);
  }

  /** The name of the form that fits best. */
  public String form() {
    return shape.label();
  }

  /** What the parameters mean. */
  public List<Term> terms() {
    return shape.terms();
  }

  /** The likeliest parameters of the form, in the order of its terms. */
  public List<Double> theta() {
    return DoubleStream.of(posterior.parameters()).boxed().toList();
  }

  /** How all shapes did that competed; empty where there were too few measurements for that. */
  public List<Fitter.Score> scores() {
    return scores;
  }

  /** How many different setups were measured. */
  public int setups() {
    return measured.size();
  }

  public double stepsPerSecond(Setup setup) {
    return StrictMath.exp(posterior.logSpeed(setup));
  }

  /** The speed and a range that holds what would be measured nine times out of ten. */
  public Estimate estimate(Setup setup) {
    double speed = stepsPerSecond(setup);
    double factor = StrictMath.exp(Math.min(posterior.halfWidth(setup), MOST_DOUBT));
    return new Estimate(speed, speed / factor, speed * factor);
  }

  /**
   * The mean relative error of measured setups, each foretold from all others; empty where there is
   * no other.
   */
  public OptionalDouble heldOutError() {
    return measured.size() < 2
        ? OptionalDouble.empty()
        : Arrays.stream(posterior.heldOut())
            .map(error -> Math.abs(StrictMath.expm1(-error)))
            .average();
  }

  /** How this fit does on measurements, those that it was made of or others. */
  public Errors errors(Collection<Measurement> measurements) {
    return Errors.of(this::estimate, measurements);
  }

  /**
   * The speed of a job for its allocations.
   *
   * @param batch samples in one step of the job
   * @param servers how many it has where its allocation has none and the form needs some
   */
  public FittedSpeed speed(double batch, int servers) {
    return new FittedSpeed(this, batch, needsServers() ? servers : 0);
  }

  /** The batch of the most measurements; of those, the smallest. */
  public double usualBatch() {
    double best = measured.getFirst().setup().batch();
    double most = 0;
    for (Repeated one : measured) {
      double weight =
          measured.stream()
              .filter(other -> other.setup().batch() == one.setup().batch())
              .mapToDouble(Repeated::weight)
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
