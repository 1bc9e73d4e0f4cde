package dev.ductile.policies.smd;

import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.StepTerms;
import dev.ductile.policies.smd.Grid.Fractional;
import java.util.Optional;

/**
 * The inner problem as the paper solves it: a grid of fractional sizes, then random rounding.
 * Random draws follow from the job's name and the seed, so the same picture gives the same sizes.
 * The grid needs the terms of a sum of ratios; a job whose speed has none gets its fastest size.
 */
final class PublishedSize implements Sizer {
  private final double epsilon;
  private final Rounding rounding;
  private final long root;
  private final Sizer otherwise = UtilityDivision.remembering(new BestSize());
  private final CacheByKind<Fractional> fractions = new CacheByKind<>();

  PublishedSize(double epsilon, Rounding rounding, long root) {
    this.epsilon = epsilon;
    this.rounding = rounding;
    this.root = root;
  }

  @Override
  public Optional<Size> size(Allowance allowance) {
    Optional<StepTerms> terms = allowance.candidate().job().speed().stepTerms();
    if (allowance.isEmpty() || allowance.servers().least() < 1 || terms.isEmpty()) {
      return otherwise.size(allowance);
    }
    return Optional.of(rounded(fractional(terms.get(), allowance), allowance));
  }

  private Fractional fractional(StepTerms terms, Allowance allowance) {
    return fractions.of(allowance, kind -> Grid.best(Ratio.of(terms), Region.of(kind), epsilon));
  }

  private Size rounded(Fractional fractional, Allowance allowance) {
    var seed = new Seed(root);
    String name = allowance.candidate().job().id().name();
    return rounding.round(fractional, allowance, seed.stream("rounding of " + name));
  }
}
