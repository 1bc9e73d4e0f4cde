package dev.ductile.server.cluster;

import java.util.Optional;

/**
 * Jobs that are counted together.
 *
 * @param state pending, starting or running
 * @param reason the kind of reason of a pending job; absent for others
 */
public record JobGroup(String queue, String state, Optional<String> reason) {
  /** The reason of a job that no decision has seen. */
  public static final String UNDECIDED = "undecided";
}
