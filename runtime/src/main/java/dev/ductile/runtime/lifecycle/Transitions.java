package dev.ductile.runtime.lifecycle;

import java.util.Map;
import java.util.Set;

/**
 * The allowed transitions of an enum of states: the whole state machine in one table.
 *
 * @param subject the owner of the states, for messages
 * @param next the states that may follow each; none for a final state
 */
public record Transitions<E extends Enum<E>>(String subject, Map<E, Set<E>> next) {
  public Transitions {
    next = Map.copyOf(next);
  }

  /**
   * The next state.
   *
   * @throws IllegalStateException if the transition is not allowed
   */
  public E change(E from, E to) {
    if (!next.getOrDefault(from, Set.of()).contains(to)) {
      throw new IllegalStateException(
          "a %s that is %s cannot become %s".formatted(subject, from, to));
    }
    return to;
  }
}
