package dev.ductile.policies.classic;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.NoSettings;
import dev.ductile.policies.queueing.QueueDiscipline;
import dev.ductile.policies.queueing.QueuePolicy;
import dev.ductile.policies.queueing.SizeRule;

/** Shortest job first, by its whole training time. */
public final class Sjf implements PolicyProvider<NoSettings> {
  @Override
  public Profile profile() {
    return new Profile(
        "sjf",
        "Conway, Maxwell and Miller, Theory of Scheduling, 1967",
        "shortest total time first, without preemption; a large job does not hold up shorter ones");
  }

  @Override
  public NoSettings defaults() {
    return new NoSettings();
  }

  @Override
  public Policy create(NoSettings settings, PolicyContext context) {
    return new QueuePolicy(
        ClassicOrder.TOTAL_TIME,
        new QueueDiscipline(false, true, SizeRule.AS_ASKED, context.placement()));
  }
}
