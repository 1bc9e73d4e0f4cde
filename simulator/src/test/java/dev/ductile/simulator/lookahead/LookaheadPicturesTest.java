package dev.ductile.simulator.lookahead;

import dev.ductile.api.Policy;
import dev.ductile.contracts.PictureContract;
import dev.ductile.scenario.Choice;
import java.util.Map;
import java.util.function.Supplier;

/** Lookahead over several kinds of policies, on extreme pictures. */
final class LookaheadPicturesTest extends PictureContract {
  private static final Choice QUICK = Choice.named(Lookahead.NAME).with("budget", "2ms");

  @Override
  protected Map<String, Supplier<Policy>> policies() {
    return Map.of(
        "over marginal", () -> Days.policy(QUICK),
        "over max-min", () -> Days.policy(QUICK.with("base", "max-min")),
        "over esw", () -> Days.policy(QUICK.with("base", "esw")));
  }
}
