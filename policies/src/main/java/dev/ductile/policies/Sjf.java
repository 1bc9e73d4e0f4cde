package dev.ductile.policies;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;

/** Shortest job first: by the time it takes from its first step to its last. */
public final class Sjf implements PolicyProvider<NoSettings> {
  @Override
  public Profile profile() {
    return new Profile(
        "sjf",
        "Conway, Maxwell and Miller, Theory of Scheduling, 1967",
        "shortest total time first; nobody is stopped, and shorter ones are not held up by a large one");
  }

  @Override
  public NoSettings defaults() {
    return new NoSettings();
  }

  @Override
  public Policy create(NoSettings settings, PolicyContext context) {
    return new Ordered(
        ClassicOrder.TOTAL_TIME, new Rules(false, true, Sizing.AS_ASKED, context.placement()));
  }
}
