package dev.ductile.learned.safety;

import dev.ductile.api.Policy;
import dev.ductile.scenario.Choice;

/**
 * A policy that decides, or could decide.
 *
 * @param policy an instance of its own, apart from the one that the scheduler asks
 */
public record NamedPolicy(Choice choice, Policy policy) {
  /** The policy as events name it. */
  public String line() {
    return choice.line();
  }

  /** The policy in sentences. */
  public String name() {
    return choice.name();
  }
}
