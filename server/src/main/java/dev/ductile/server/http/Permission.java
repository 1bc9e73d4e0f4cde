package dev.ductile.server.http;

import dev.ductile.server.accounts.Principal;
import dev.ductile.server.accounts.Role;
import java.util.Optional;

/**
 * The right that a route requires. A route about one job, queue or token also checks that object,
 * by {@link Access}.
 */
public enum Permission {
  /** Needs no token. Such a route discloses nothing about the cluster. */
  OPEN(Optional.empty()),
  /** Reads. */
  VIEW(Optional.of(Role.VIEWER)),
  /** Submits and changes jobs: its own, or those of its queues. */
  USE(Optional.of(Role.USER)),
  /** Changes queues that it administers. */
  MANAGE_QUEUES(Optional.of(Role.QUEUE_ADMIN)),
  /** Changes nodes and the policy, and reads the audit log. */
  ADMINISTER(Optional.of(Role.ADMIN));

  private final Optional<Role> least;

  Permission(Optional<Role> least) {
    this.least = least;
  }

  /** The lowest role that has it; absent if no token is needed. */
  public Optional<Role> least() {
    return least;
  }

  boolean isGivenTo(Principal principal) {
    return least.filter(role -> !principal.has(role)).isEmpty();
  }
}
