package dev.ductile.policies.lin;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;

/** Everybody the least, and then what is left, as Lin et al. compare with in Section V-B. */
public final class Waterfill implements PolicyProvider<Waterfill.Settings> {
  /** Who gets what is left. */
  public enum Filling {
    /** Who ends before all others with the fewest of it, as is published. */
    SHORTEST,
    /** Who saves the most time by the next node. */
    STEEPEST
  }

  /**
   * Where the rest goes.
   *
   * @param filling what counts when the rest is divided
   * @param gamma how much jobs that have come far fall behind new ones; 0 not at all
   */
  public record Settings(Filling filling, double gamma) {
    public Settings {
      Numbers.gamma("waterfill", gamma);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "waterfill", "Sabin et al., JSSPP 2006", "the least for everybody, and then what is left");
  }

  @Override
  public Settings defaults() {
    return new Settings(Filling.SHORTEST, 0);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new Waterfilling(settings.filling(), settings.gamma()),
        SizeSteps.WORKERS,
        context.placement());
  }
}
