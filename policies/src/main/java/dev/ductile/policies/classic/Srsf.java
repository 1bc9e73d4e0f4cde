package dev.ductile.policies.classic;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.NoSettings;
import dev.ductile.policies.queueing.QueueDiscipline;
import dev.ductile.policies.queueing.QueuePolicy;

/** Shortest remaining service first: a job of twice the devices counts as twice as long. */
public final class Srsf implements PolicyProvider<NoSettings> {
  @Override
  public Profile profile() {
    return new Profile(
        "srsf",
        "Gu et al., NSDI 2019",
        "shortest remaining service first: remaining time times devices; with preemption");
  }

  @Override
  public NoSettings defaults() {
    return new NoSettings();
  }

  @Override
  public Policy create(NoSettings settings, PolicyContext context) {
    return new QueuePolicy(
        ClassicOrder.REMAINING_SERVICE, QueueDiscipline.preemptive(context.placement()));
  }
}
