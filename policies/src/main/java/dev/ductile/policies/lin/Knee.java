package dev.ductile.policies.lin;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;

/** The malleable KNEE mechanism of Lin et al., Algorithm 1. */
public final class Knee implements PolicyProvider<Knee.Settings> {
  /**
   * The position of the knee, and the use of leftover nodes.
   *
   * @param alpha least part of its time that a job must save by one more node (above 0, below 1)
   * @param filling whether leftover nodes go to the job that ends first with the fewest of them
   * @param gamma how far jobs with much progress fall behind new jobs; 0 not at all (0 to 100)
   */
  public record Settings(double alpha, boolean filling, double gamma) {
    public Settings {
      SettingsCheck.part("knee", "alpha", alpha);
      SettingsCheck.gamma("knee", gamma);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "knee",
        "Lin et al., MASCOTS 2018",
        "nodes until one more saves too little time; shortest remaining time first");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(0.01, false, 0);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new Malleable(new KneeHeuristic(settings.alpha()), settings.gamma(), settings.filling()),
        SizeSteps.WORKERS,
        context.placement());
  }
}
