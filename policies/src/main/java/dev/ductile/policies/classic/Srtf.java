package dev.ductile.policies.classic;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.NoSettings;
import dev.ductile.policies.queueing.QueueDiscipline;
import dev.ductile.policies.queueing.QueuePolicy;

/** Shortest remaining time first. */
public final class Srtf implements PolicyProvider<NoSettings> {
  @Override
  public Profile profile() {
    return new Profile(
        "srtf",
        "Schrage, Operations Research 1968",
        "shortest remaining time first, with preemption");
  }

  @Override
  public NoSettings defaults() {
    return new NoSettings();
  }

  @Override
  public Policy create(NoSettings settings, PolicyContext context) {
    return new QueuePolicy(
        ClassicOrder.REMAINING_TIME, QueueDiscipline.preemptive(context.placement()));
  }
}
