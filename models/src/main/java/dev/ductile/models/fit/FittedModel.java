package dev.ductile.models.fit;

import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.api.UnknownNameException;
import dev.ductile.models.TableModel;
import dev.ductile.models.profile.ProfileModel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The speed model {@code fitted}: a fit of measurements. The file keeps the measurements, not the
 * parameters, because the range of the speed follows from them. The same measurements give the same
 * fit.
 */
public final class FittedModel implements SpeedProvider<FittedModel.Parameters> {
  static final String NAME = "fitted";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "fitted to measurements of a few sizes; for every size, with a range";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    double usual = parameters.batch().orElse(1);
    List<PooledMeasurement> measured =
        parameters.points().stream().map(point -> point.pooled(usual)).toList();
    Fitter open =
        parameters.form().map(FittedModel::form).map(Fitter.OPEN::only).orElse(Fitter.OPEN);
    Optional<Prior> prior =
        parameters.prior().map(Prior::of).or(() -> parameters.expected().flatMap(Expected::prior));
    Fit fit = prior.map(open::withPrior).orElse(open).together(PooledMeasurement.pooled(measured));
    return fit.speed(parameters.batch().orElse(fit.usualBatch()), parameters.servers().orElse(1));
  }

  @Override
  public List<Size> sizes(Parameters parameters) {
    boolean none = parameters.points().getFirst().servers().orElse(0) == 0;
    return SpeedProvider.doublings(none ? 0 : parameters.servers().orElse(1));
  }

  /**
   * The measurements and how to fit them.
   *
   * @param form the name of the form to fit; if it is absent, the form that fits best
   * @param batch samples in one step of the job; if it is absent, the batch of most points
   * @param servers the number of servers for an allocation without servers; 1 if it is absent
   * @param points the measurements
   * @param prior a profile that is right up to an unknown factor, for few points
   * @param expected the speed that was expected before the first measurement, in place of a profile
   */
  public record Parameters(
      Optional<String> form,
      OptionalDouble batch,
      OptionalInt servers,
      List<Point> points,
      Optional<ProfileModel.Parameters> prior,
      Optional<Expected> expected) {
    public Parameters {
      if (prior.isPresent() && expected.isPresent()) {
        throw new IllegalArgumentException(
            "a fitted speed has a prior or an expected speed, not both");
      }
      points = List.copyOf(points);
      if (points.isEmpty()) {
        throw new IllegalArgumentException("a fitted speed needs at least one point");
      }
      if (servers.orElse(1) < 1) {
        throw new IllegalArgumentException(
            "servers must be at least 1, not %d".formatted(servers.orElse(1)));
      }
    }
  }

  /**
   * One measurement.
   *
   * @param workers the number of workers
   * @param servers the number of servers; none if it is absent
   * @param batch samples in one step; the job's own batch if it is absent
   * @param stepsPerSecond the speed at this size
   * @param weight its weight against the others; 1 if it is absent
   * @param count the number of measurements whose mean it is; 1 if it is absent
   * @param scatter the sum of the squared deviations of their logarithms from its logarithm; 0 if
   *     it is absent
   */
  public record Point(
      int workers,
      OptionalInt servers,
      OptionalDouble batch,
      double stepsPerSecond,
      OptionalDouble weight,
      OptionalInt count,
      OptionalDouble scatter) {
    public Point {
      if (count.orElse(1) < 1) {
        throw new IllegalArgumentException(
            "count must be at least 1, not %d".formatted(count.getAsInt()));
      }
      if (!(scatter.orElse(0) >= 0 && scatter.orElse(0) < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "scatter must be a finite number of at least 0, not %s"
                .formatted(scatter.getAsDouble()));
      }
    }

    /** The point of pooled measurements, each of weight 1 and of the job's own batch. */
    static Point of(PooledMeasurement measured) {
      Setup setup = measured.setup();
      return new Point(
          setup.workers(),
          setup.servers() == 0 ? OptionalInt.empty() : OptionalInt.of(setup.servers()),
          OptionalDouble.empty(),
          StrictMath.exp(measured.logSpeed()),
          OptionalDouble.of(measured.weight()),
          OptionalInt.of(measured.count()),
          OptionalDouble.of(measured.scatter()));
    }

    /** The pooled measurements that this is the point of. */
    PooledMeasurement pooled(double usualBatch) {
      PooledMeasurement once =
          PooledMeasurement.once(
              new Measurement(
                  new Setup(workers, servers.orElse(0), batch.orElse(usualBatch)),
                  stepsPerSecond,
                  weight.orElse(1)));
      return new PooledMeasurement(
          once.setup(), once.logSpeed(), once.weight(), scatter.orElse(0), count.orElse(1));
    }
  }

  /**
   * The speed that was expected of a job before it was measured.
   *
   * @param points that speed at some sizes; none if nothing was known
   * @param error how far it may be off, beside a factor that is the same at all sizes: 0.1 is 10 %;
   *     0 if it is absent
   */
  public record Expected(List<TableModel.Point> points, OptionalDouble error) {
    public Expected {
      points = List.copyOf(points);
    }

    Optional<Prior> prior() {
      return points.isEmpty()
          ? Optional.empty()
          : Optional.of(
              Prior.of(
                  new TableModel().create(new TableModel.Parameters(points)), error.orElse(0)));
    }
  }

  private static StepTimeForm form(String name) {
    return StepTimeForm.named(name)
        .orElseThrow(() -> new UnknownNameException("form", name, StepTimeForm.labels()));
  }
}
