package dev.ductile.policies.lin;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;

/**
 * Every job its least size, and then the leftover nodes: a baseline of Lin et al. (Section V-B).
 */
public final class Waterfill implements PolicyProvider<Waterfill.Settings> {
  /** The rule that divides leftover nodes. */
  public enum Filling {
    /** To the job that needs the fewest of them to end before all others, as published. */
    SHORTEST,
    /** To the job that saves the most time by the next node. */
    STEEPEST
  }

  /**
   * The use of leftover nodes, and the order of jobs.
   *
   * @param filling the rule that divides leftover nodes
   * @param gamma how far jobs with much progress fall behind new jobs; 0 not at all (0 to 100)
   */
  public record Settings(Filling filling, double gamma) {
    public Settings {
      SettingsCheck.gamma("waterfill", gamma);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "waterfill",
        "Sabin et al., JSSPP 2006",
        "every job its least size, then the leftover nodes");
  }

  @Override
  public boolean resizes() {
    return true;
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
