package dev.ductile.policies.lin;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;

/** All nodes to the shortest job, a baseline of Lin et al. (Section V-B). */
public final class Srpt implements PolicyProvider<Srpt.Settings> {
  /**
   * The order of jobs.
   *
   * @param gamma how far jobs with much progress fall behind new jobs; 0 not at all (0 to 100)
   */
  public record Settings(double gamma) {
    public Settings {
      SettingsCheck.gamma("srpt", gamma);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "srpt",
        "Sevcik, Performance Evaluation 1994",
        "all nodes to the job that ends first with them");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(0);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new Malleable(new AllHeuristic(), settings.gamma(), false),
        SizeSteps.WORKERS,
        context.placement());
  }
}
