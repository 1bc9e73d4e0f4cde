package dev.ductile.policies.classic;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.queueing.QueueDiscipline;
import dev.ductile.policies.queueing.QueuePolicy;
import dev.ductile.policies.queueing.SizeRule;

/**
 * First come, first served, every job at the same size: what elastic policies are compared with.
 */
public final class FixedSize implements PolicyProvider<FixedSize.Settings> {
  /**
   * How large, and how the line moves.
   *
   * @param workers the workers of every job, as nearly as its bounds allow
   * @param skip whether those behind a job that finds no room may go before it
   */
  public record Settings(int workers, boolean skip) {
    public Settings {
      if (workers < 1) {
        throw new IllegalArgumentException(
            "fixed-size needs workers of at least 1, not " + workers);
      }
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "fixed-size", "", "first come, first served, every job with the same number of workers");
  }

  @Override
  public Settings defaults() {
    return new Settings(4, false);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new QueuePolicy(
        ClassicOrder.ARRIVAL,
        new QueueDiscipline(
            false, settings.skip(), SizeRule.fixed(settings.workers()), context.placement()));
  }
}
