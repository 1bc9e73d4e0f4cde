package dev.ductile.policies;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;

/** Shortest remaining time first. */
public final class Srtf implements PolicyProvider<NoSettings> {
  @Override
  public Profile profile() {
    return new Profile(
        "srtf",
        "Schrage, Operations Research 1968",
        "shortest remaining time first; longer ones are stopped for it");
  }

  @Override
  public NoSettings defaults() {
    return new NoSettings();
  }

  @Override
  public Policy create(NoSettings settings, PolicyContext context) {
    return new Ordered(
        ClassicOrder.REMAINING_TIME, new Rules(true, true, Sizing.AS_ASKED, context.placement()));
  }
}
