package dev.ductile.server.http;

import dev.ductile.server.accounts.Principal;
import dev.ductile.server.accounts.Role;

/** Checks of rights on one object. Each returns, or throws a refusal that becomes the answer. */
public final class Access {
  private Access() {}

  /** Requires the owner of a job, a queue admin of its queue, or an admin. */
  public static void requireOwner(Principal principal, String owner, String queue) {
    if (!principal.mayChange(owner, queue)) {
      throw Refusal.forbidden(
          "the job belongs to %s in queue %s; you are %s with role %s"
              .formatted(owner, queue, principal.user(), principal.role().word()));
    }
  }

  /** Requires an admin of this queue. */
  public static void requireQueue(Principal principal, String queue) {
    if (!principal.administers(queue)) {
      throw Refusal.forbidden(
          "queue %s needs its queue-admin or an admin; your role is %s and your queues are %s"
              .formatted(queue, principal.role().word(), principal.queues()));
    }
  }

  /** Requires a priority within the limit of the queue, or an admin of the queue. */
  public static void requirePriority(Principal principal, String queue, int priority, int most) {
    if (priority > most && !principal.administers(queue)) {
      throw Refusal.forbidden(
          "priority %d is above %d, the highest that users may give in queue %s; an admin of the queue may give more, or change its maxPriority"
              .formatted(priority, most, queue));
    }
  }

  /** Requires an admin. */
  public static void requireAdmin(Principal principal) {
    if (!principal.has(Role.ADMIN)) {
      throw Refusal.forbidden("this needs role admin; yours is " + principal.role().word());
    }
  }
}
