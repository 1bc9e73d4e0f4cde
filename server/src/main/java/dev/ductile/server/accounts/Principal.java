package dev.ductile.server.accounts;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An authenticated user.
 *
 * @param queues the queues of a queue admin
 * @param expires when the token that proved it expires
 */
public record Principal(
    String user, Role role, List<String> queues, SignIn signIn, Optional<Instant> expires) {
  public Principal {
    queues = List.copyOf(queues);
  }

  public boolean has(Role least) {
    return role.includes(least);
  }

  /** Its rights as the end of a sentence, for the message of a refusal. */
  public String rights() {
    return switch (role) {
      case VIEWER -> "role viewer only reads";
      case USER -> "role user submits jobs, and changes those of " + user;
      case QUEUE_ADMIN ->
          "role queue-admin changes the jobs and the userQuota of %s %s"
              .formatted(queues.size() == 1 ? "queue" : "queues", String.join(", ", queues));
      case ADMIN -> "role admin changes everything";
    };
  }

  /** Whether it may change the settings and all jobs of a queue. */
  public boolean administers(String queue) {
    return role == Role.ADMIN || (role == Role.QUEUE_ADMIN && queues.contains(queue));
  }

  /** Whether it may change a job with this owner in this queue, and read its logs. */
  public boolean mayChange(String owner, String queue) {
    return administers(queue) || (role.includes(Role.USER) && user.equals(owner));
  }
}
