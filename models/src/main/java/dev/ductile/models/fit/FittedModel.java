package dev.ductile.models.fit;

import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
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
  @Override
  public String name() {
    return "fitted";
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
    List<Measurement> measurements =
        parameters.points().stream().map(point -> point.measurement(usual)).toList();
    Fitter open =
        parameters.form().map(FittedModel::form).map(Fitter.OPEN::only).orElse(Fitter.OPEN);
    Fitter fitter = parameters.prior().map(Prior::of).map(open::believing).orElse(open);
    Fit fit = fitter.fit(measurements);
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
   * @param form the name of the form to fit; where it is absent, the form that fits best
   * @param batch samples in one step of the job; where it is absent, the batch of most points
   * @param servers the number of servers for an allocation without servers; 1 where it is absent
   * @param points the measurements
   * @param prior a profile that is right up to an unknown factor, for few points
   */
  public record Parameters(
      Optional<String> form,
      OptionalDouble batch,
      OptionalInt servers,
      List<Point> points,
      Optional<ProfileModel.Parameters> prior) {
    public Parameters {
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
   * @param servers the number of servers; none where it is absent
   * @param batch samples in one step; the job's own batch where it is absent
   * @param stepsPerSecond the speed at this size
   * @param weight its weight against the others; 1 where it is absent
   */
  public record Point(
      int workers,
      OptionalInt servers,
      OptionalDouble batch,
      double stepsPerSecond,
      OptionalDouble weight) {
    private Measurement measurement(double usualBatch) {
      return new Measurement(
          new Setup(workers, servers.orElse(0), batch.orElse(usualBatch)),
          stepsPerSecond,
          weight.orElse(1));
    }
  }

  private static StepTimeForm form(String name) {
    return StepTimeForm.named(name)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "unknown form \"%s\"; known: %s"
                    .formatted(name, String.join(", ", StepTimeForm.labels()))));
  }
}
