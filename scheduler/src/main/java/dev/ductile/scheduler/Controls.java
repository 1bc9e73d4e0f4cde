package dev.ductile.scheduler;

import dev.ductile.api.Policy;
import java.util.function.Function;

/**
 * How users and operators reach a scheduler.
 *
 * @param inbox where their commands come from
 * @param policies makes the policy of a line, its name and settings; throws an exception with a
 *     message for users where there is none
 */
public record Controls(Inbox inbox, Function<String, Policy> policies) {
  /** A scheduler that nobody commands. */
  public static Controls none() {
    return of(new Inbox(0, () -> {}));
  }

  /** Commands that cannot change the policy. */
  public static Controls of(Inbox inbox) {
    return new Controls(
        inbox,
        line -> {
          throw new IllegalArgumentException(
              "the policy of this cluster cannot be changed to " + line);
        });
  }
}
