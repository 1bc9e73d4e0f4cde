package dev.ductile.models.fit;

import dev.ductile.api.Allocation;
import dev.ductile.api.Speed;
import dev.ductile.models.profile.ProfileModel;
import java.util.List;
import java.util.function.Function;

/**
 * What is believed of a job before it is measured: another speed, right but for a factor.
 *
 * @param label what people call it
 * @param speed that of a job with the servers and the batch of a setup
 * @param error how far the speed may be off beside that factor, as in {@code Estimate.within}
 */
public record Prior(String label, Function<Setup, Speed> speed, double error) implements Shape {
  /** About the middle of how jobs with a fixed global batch have been seen to scale. */
  private static final double EXPONENT = 0.35;

  /**
   * What to think of a job of which one or two sizes are known, and nothing else: that more workers
   * are faster, by far less than their number, and that this may be quite wrong. With one size
   * known, 64 times as many workers are taken to be about four times as fast, and from a little
   * slower to twenty times as fast nine times out of ten.
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

  /** One speed, whatever the batch. */
  public static Prior of(Speed speed, double error) {
    return new Prior("prior", _ -> speed, error);
  }

  /** A profile of the same network, on whatever device, for the batch that was measured. */
  public static Prior of(ProfileModel.Parameters profile) {
    return new Prior("prior", new PriorFit(profile), ProfileModel.ERROR);
  }

  @Override
  public List<Term> terms() {
    return List.of(new Term("seconds over those of the " + label, "", Term.Part.COMPUTING, _ -> 1));
  }

  @Override
  public Step step() {
    return Step.SUM;
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
    return Math.max(1, StrictMath.log1p(error) / Uncertainty.NINE_OF_TEN / Residual.FARTHEST);
  }
}
