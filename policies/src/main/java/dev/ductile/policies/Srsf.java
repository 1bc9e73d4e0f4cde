package dev.ductile.policies;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;

/** Shortest remaining service first: a job of twice the devices counts as twice as long. */
public final class Srsf implements PolicyProvider<NoSettings> {
  @Override
  public Profile profile() {
    return new Profile(
        "srsf",
        "Gu et al., NSDI 2019",
        "shortest remaining service first: remaining time times devices; others are stopped for it");
  }

  @Override
  public NoSettings defaults() {
    return new NoSettings();
  }

  @Override
  public Policy create(NoSettings settings, PolicyContext context) {
    return new Ordered(
        ClassicOrder.REMAINING_SERVICE,
        new Rules(true, true, Sizing.AS_ASKED, context.placement()));
  }
}
