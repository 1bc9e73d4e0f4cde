package dev.ductile.policies.smd;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.util.Optional;

/** Sum-of-ratios multi-dimensional-knapsack decomposition, as published. */
public final class Smd implements PolicyProvider<Smd.Settings> {
  /**
   * The precision of the approximation, and the charge.
   *
   * @param epsilon step of the grid of fractional sizes (epsilon 1) (at least 0.001, below 1)
   * @param draws random roundings of a fractional size (F) (1 to 10000)
   * @param scale factor of a fractional size before rounding (M)
   * @param delta probability with which rounding may be worse than Lemma 3 says (above 0, at most
   *     1)
   * @param k most jobs in a set of Frieze and Clarke's (at least 0)
   * @param charge resources that an admitted job counts for
   * @param keep share of its utility that a smaller size must keep; with 1 a job has its best size
   *     (above 0, at most 1)
   */
  public record Settings(
      double epsilon, int draws, Scale scale, double delta, int k, Charge charge, double keep) {
    public Settings {
      if (!(epsilon >= 0.001 && epsilon < 1)) {
        throw new IllegalArgumentException(
            "smd needs an epsilon of at least 0.001 and below 1, not " + epsilon);
      }
      if (draws < 1 || draws > 10_000) {
        throw new IllegalArgumentException("smd needs 1 to 10000 draws, not " + draws);
      }
      if (!(delta > 0 && delta <= 1)) {
        throw new IllegalArgumentException("smd needs a delta above 0, at most 1, not " + delta);
      }
      if (k < 0) {
        throw new IllegalArgumentException("smd needs a k of at least 0, not " + k);
      }
      new SizeTrim(keep);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "smd",
        "Yu et al., INFOCOM 2021",
        "the jobs with the greatest sum of utilities, at sizes near their best");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(0.05, 20, Scale.ONE, 0.5, 2, Charge.LIMIT, 1);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    var rounding = new Rounding(settings.draws(), settings.scale(), settings.delta());
    var outer = new FriezeClarke(settings.k());
    return new SizingPolicy(
        new UtilityDivision(
            new PublishedSize(settings.epsilon(), rounding, context.seed().root()),
            outer,
            settings.charge(),
            new SizeTrim(settings.keep()),
            Optional.of(new Guarantee(settings.epsilon(), rounding, outer))),
        SizeSteps.FOLLOWING,
        context.placement());
  }
}
