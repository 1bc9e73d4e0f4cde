package dev.ductile.server.http;

import dev.ductile.server.accounts.Principal;

/** Checks of rights on one object. Each returns, or throws a refusal that becomes the answer. */
public final class Access {
  private Access() {}

  /** Requires the owner of a job, a queue admin of its queue, or an admin. */
  public static void requireOwner(Principal principal, String owner, String queue) {
    if (!principal.mayChange(owner, queue)) {
      throw Refusal.forbidden(
          "the job belongs to %s in queue %s; you are %s, and your %s"
              .formatted(owner, queue, principal.user(), principal.rights()));
    }
  }

  /** Requires an admin of this queue. */
  public static void requireQueue(Principal principal, String queue) {
    if (!principal.administers(queue)) {
      throw Refusal.forbidden(
          "changes of queue %s need its queue-admin or an admin; your %s"
              .formatted(queue, principal.rights()));
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
}
