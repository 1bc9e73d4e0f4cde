package dev.ductile.policies.marginal;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;

/**
 * Greedy by marginal gain: the next step goes to the job whose remaining time it shortens most,
 * relative to that time. A policy of this project, between greedy throughput and shortest remaining
 * time first.
 */
public final class Marginal implements PolicyProvider<Marginal.Settings> {
  /**
   * The worth of a step.
   *
   * @param urgency exponent of the remaining time in the weight of a job: 0 maximises total speed,
   *     1 weighs short jobs in proportion, more favours the shortest jobs (0 to 10)
   * @param inertia share by which a step is worth more to a job that has it already (0 to 10)
   */
  public record Settings(double urgency, double inertia) {
    private static final double MOST = 10;

    public Settings {
      require("urgency", urgency);
      require("inertia", inertia);
    }

    private static void require(String name, double value) {
      if (!(value >= 0 && value <= MOST)) {
        throw new IllegalArgumentException(
            "%s must be between 0 and %s, not %s".formatted(name, MOST, value));
      }
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "marginal",
        "",
        "greedy by marginal gain: the next step goes to the job whose remaining time it shortens most");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(0.5, 0.2);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(new Auction(settings), SizeSteps.FOLLOWING, context.placement());
  }
}
