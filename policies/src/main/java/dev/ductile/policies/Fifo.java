package dev.ductile.policies;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;

/** First come, first served. */
public final class Fifo implements PolicyProvider<Fifo.Settings> {
  /**
   * How the line moves.
   *
   * @param skip whether those behind a job that finds no room may go before it
   */
  public record Settings(boolean skip) {}

  @Override
  public Profile profile() {
    return new Profile(
        "fifo", "", "first come, first served; with skip, small jobs pass one that finds no room");
  }

  @Override
  public Settings defaults() {
    return new Settings(false);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new Ordered(
        ClassicOrder.ARRIVAL,
        new Rules(false, settings.skip(), Sizing.AS_ASKED, context.placement()));
  }
}
