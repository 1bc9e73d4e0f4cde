package dev.ductile.simulator.lookahead;

import dev.ductile.api.Policy;
import dev.ductile.contracts.PolicyContract;
import dev.ductile.scenario.Choice;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The policy contract of lookahead over bases with and without notes and sizing. */
final class LookaheadContractTest extends PolicyContract {
  private static final Choice QUICK = Choice.named(Lookahead.NAME).with("budget", "2ms");

  @Override
  protected Map<String, Supplier<Policy>> policies() {
    var policies = new LinkedHashMap<String, Supplier<Policy>>();
    policies.put("over marginal", () -> Days.policy(QUICK));
    policies.put("over max-min", () -> Days.policy(QUICK.with("base", "max-min")));
    policies.put("over fifo", () -> Days.policy(QUICK.with("base", "fifo")));
    policies.put(
        "over tiresias-l",
        () -> Days.policy(QUICK.with("base", "tiresias-l").with("others", "[las, drf]")));
    policies.put("for the makespan", () -> Days.policy(QUICK.with("objective", "makespan")));
    policies.put("with a margin", () -> Days.policy(QUICK.with("margin", "0.05")));
    return policies;
  }

  @Override
  protected Set<String> resizing() {
    return policies().keySet();
  }
}
