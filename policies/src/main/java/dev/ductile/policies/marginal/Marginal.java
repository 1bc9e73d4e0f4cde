package dev.ductile.policies.marginal;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;

/**
 * What there is goes piece by piece to the job that becomes so much faster by the next piece, for
 * the time that it has left, that no other would gain as much. Ours; between the throughput that
 * greedy division is known for and shortest remaining time first.
 */
public final class Marginal implements PolicyProvider<Marginal.Settings> {
  /**
   * What a piece is worth.
   *
   * @param urgency to which power the time that a job has left counts against it: 0 makes all
   *     together as fast as can be, 1 weighs short jobs in proportion, more serves the shortest
   * @param inertia by which share more a piece is worth to a job that has it already
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
        "marginal", "", "what there is goes piece by piece to whom the next one speeds up most");
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
