package dev.ductile.policies.classic;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.queueing.QueueDiscipline;
import dev.ductile.policies.queueing.QueuePolicy;
import dev.ductile.policies.queueing.SizeRule;

/** First come, first served, with the same size for every job: a baseline for elastic policies. */
public final class FixedSize implements PolicyProvider<FixedSize.Settings> {
  /**
   * The size, and how the queue is served.
   *
   * @param workers workers of every job; the bounds of a job may change that (at least 1)
   * @param skip whether jobs may start before a job that finds no place
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
  public boolean resizes() {
    return true;
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
