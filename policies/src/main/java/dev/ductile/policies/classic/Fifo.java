package dev.ductile.policies.classic;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.queueing.QueueDiscipline;
import dev.ductile.policies.queueing.QueuePolicy;
import dev.ductile.policies.queueing.SizeRule;

/** First come, first served. */
public final class Fifo implements PolicyProvider<Fifo.Settings> {
  /**
   * How the queue is served.
   *
   * @param skip whether jobs may start before a job that finds no place
   */
  public record Settings(boolean skip) {}

  @Override
  public Profile profile() {
    return new Profile(
        "fifo", "", "first come, first served; with skip, small jobs pass one that finds no place");
  }

  @Override
  public Settings defaults() {
    return new Settings(false);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new QueuePolicy(
        ClassicOrder.ARRIVAL,
        new QueueDiscipline(false, settings.skip(), SizeRule.AS_ASKED, context.placement()));
  }
}
