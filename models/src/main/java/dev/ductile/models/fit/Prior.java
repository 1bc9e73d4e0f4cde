package dev.ductile.models.fit;

import dev.ductile.api.Allocation;
import dev.ductile.api.Speed;
import dev.ductile.models.profile.ProfileModel;
import java.util.List;
import java.util.function.Function;

/**
 * A speed that is assumed before a job is measured; it is right up to an unknown factor.
 *
 * @param label its name in reports
 * @param speed the assumed speed of a job with the servers and the batch of a setup
 * @param error the error of the speed beside that factor, as in {@code Estimate.within}
 */
public record Prior(String label, Function<Setup, Speed> speed, double error)
    implements StepTimeModel {
  /** A typical exponent of measured jobs with a fixed global batch. */
  private static final double EXPONENT = 0.35;

  /**
   * The prior for a job with one or two measured sizes and nothing else: more workers are faster,
   * by far less than their number, with a wide error. With one measured size, 64 times as many
   * workers are assumed to be about four times as fast; the range goes from a little slower to
   * twenty times as fast.
   */
  static final Prior GUESS =
      new Prior("guess", _ -> where -> StrictMath.pow(where.workers(), EXPONENT), 11.5);

  private static final double SLOWEST = 1e-12;

  public Prior {
    if (!(error >= 0) || Double.isInfinite(error)) {
      throw new IllegalArgumentException(
          "the error of a prior must be a finite number of at least 0, not %s".formatted(error));
    }
  }

  /** A prior that is the same for every batch. */
  public static Prior of(Speed speed, double error) {
    return new Prior("prior", _ -> speed, error);
  }

  /** A profile of the same network, on any device, for the batch that was measured. */
  public static Prior of(ProfileModel.Parameters profile) {
    return new Prior("prior", new ProfilePrior(profile), ProfileModel.ERROR);
  }

  @Override
  public List<Term> terms() {
    return List.of(new Term("seconds over those of the " + label, "", Term.Part.COMPUTING, _ -> 1));
  }

  @Override
  public StepComposition step() {
    return StepComposition.SUM;
  }

  @Override
  public double[] features(Setup setup) {
    double known = speed.apply(setup).stepsPerSecond(Allocation.together(setup.size()));
    return new double[] {1 / Math.max(SLOWEST, known)};
  }

  @Override
  public double expectedShare() {
    return 0;
  }

  @Override
  public double spread() {
    return 0.5;
  }

  @Override
  public double looseness() {
    return Math.max(1, StrictMath.log1p(error) / Uncertainty.NINE_OF_TEN / ResidualKernel.FARTHEST);
  }
}
