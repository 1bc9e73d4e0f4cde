package dev.ductile.policies.classic;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.queueing.PackingPolicy;

/**
 * Packs jobs by how well they fit the free resources, and prefers jobs with little remaining work.
 */
public final class Tetris implements PolicyProvider<Tetris.Settings> {
  /**
   * How fit and remaining work are weighed against each other.
   *
   * @param remainingWeight weight of the mean remaining time relative to the mean fit; 0 ignores
   *     time (at least 0)
   */
  public record Settings(double remainingWeight) {
    public Settings {
      if (!(remainingWeight >= 0) || Double.isInfinite(remainingWeight)) {
        throw new IllegalArgumentException(
            "tetris needs a remainingWeight of at least 0, not " + remainingWeight);
      }
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "tetris",
        "Grandl et al., SIGCOMM 2014",
        "best fit to the free resources first, less remaining time; without preemption");
  }

  @Override
  public Settings defaults() {
    return new Settings(1);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new PackingPolicy(
        ClassicOrder.REMAINING_TIME, settings.remainingWeight(), context.placement());
  }
}
