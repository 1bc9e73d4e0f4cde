package dev.ductile.policies.capes;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.time.Duration;
import java.util.Optional;

/**
 * Doubling for jobs without measurements: a new job first trains for a period at each size, with
 * the largest one reserved for it, and then doubles by the measured speeds (Capes et al., section
 * 7).
 */
public final class Exploratory implements PolicyProvider<Exploratory.Settings> {
  private static final Notebook<SizeTrial> NOTEBOOK =
      new Notebook<>("exploratory", SizeTrial.class);

  /**
   * The sizes that a new job tries.
   *
   * @param gpus most GPUs that a new job tries; as many are reserved for it during its trials (at
   *     least 1)
   * @param period training time at each size (above 0, at most 365d)
   */
  public record Settings(int gpus, Duration period) {
    public Settings {
      if (gpus < 1) {
        throw new IllegalArgumentException(
            "exploratory needs gpus of at least 1, not %d. Maybe 8?".formatted(gpus));
      }
      if (period.isNegative() || period.isZero() || period.compareTo(Duration.ofDays(365)) > 0) {
        throw new IllegalArgumentException(
            "exploratory needs a period above 0 and of a year at most, not %s. Maybe 150s?"
                .formatted(period));
      }
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        NOTEBOOK.policy(),
        Doubling.PAPER,
        "a new job trains a while at each of its sizes, the least first; then doubling by measured speeds");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(8, Duration.ofSeconds(150));
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new Exploration(settings, NOTEBOOK), SizeSteps.DOUBLING, context.placement());
  }

  @Override
  public Optional<Notebook<?>> notebook() {
    return Optional.of(NOTEBOOK);
  }
}
