package dev.ductile.policies.lin;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;

/** The malleable HELL mechanism of Lin et al., Algorithm 2: high efficiency, low latency. */
public final class Hell implements PolicyProvider<Hell.Settings> {
  /**
   * The use of leftover nodes, and the weight of progress.
   *
   * @param filling whether leftover nodes go to the job that ends first with the fewest of them
   * @param gamma how far jobs with much progress fall behind new jobs; 0 not at all (0 to 100)
   */
  public record Settings(boolean filling, double gamma) {
    public Settings {
      SettingsCheck.gamma("hell", gamma);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "hell",
        "Lin et al., MASCOTS 2018",
        "the least time over efficiency: short jobs first, at sizes that use nodes well");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(false, 0);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new Malleable(new HellHeuristic(), settings.gamma(), settings.filling()),
        SizeSteps.WORKERS,
        context.placement());
  }
}
