package dev.ductile.server.cluster;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The jobs that a reader asks for.
 *
 * @param states the states; empty means all that are not over
 * @param text a part of the id or the name, in lower case; empty for all
 * @param after the position after which the list goes on, from the list before
 * @param limit the most jobs of the answer
 */
public record JobFilter(
    Set<String> states,
    Optional<String> queue,
    Optional<String> owner,
    String text,
    Optional<String> after,
    int limit) {
  /** The states of jobs that are not over. */
  public static final Set<String> ACTIVE = Set.of("pending", "starting", "running");

  /** The states of jobs that are over. */
  public static final Set<String> OVER = Set.of("succeeded", "failed", "cancelled");

  public JobFilter {
    states = states.isEmpty() ? ACTIVE : Set.copyOf(states);
    text = text.toLowerCase(Locale.ROOT);
  }

  boolean asksForActive() {
    return ACTIVE.stream().anyMatch(states::contains);
  }

  boolean asksForOver() {
    return OVER.stream().anyMatch(states::contains);
  }

  /** Whether it takes every job that is not over. */
  boolean takesAllActive() {
    return states.containsAll(ACTIVE) && queue.isEmpty() && owner.isEmpty() && text.isEmpty();
  }

  boolean matches(String state, String ofQueue, String ofOwner, String id) {
    return states.contains(state)
        && queue.filter(wanted -> !wanted.equals(ofQueue)).isEmpty()
        && owner.filter(wanted -> !wanted.equals(ofOwner)).isEmpty()
        && (text.isEmpty() || id.toLowerCase(Locale.ROOT).contains(text));
  }
}
