package dev.ductile.scheduler;

import dev.ductile.api.Policy;
import java.util.function.Function;

/**
 * The access of users and operators to a scheduler.
 *
 * @param inbox the source of their commands
 * @param policies makes the policy of a line (a name and settings); throws with a message for users
 *     if there is none
 */
public record Controls(Inbox inbox, Function<String, Policy> policies) {
  /** A scheduler without commands. */
  public static Controls none() {
    return of(new Inbox(0, () -> {}));
  }

  /** Commands without the one that changes the policy. */
  public static Controls of(Inbox inbox) {
    return new Controls(
        inbox,
        line -> {
          throw new IllegalArgumentException(
              "the policy of this cluster cannot be changed to " + line);
        });
  }
}
