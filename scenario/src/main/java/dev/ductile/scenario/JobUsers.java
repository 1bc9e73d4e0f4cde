package dev.ductile.scenario;

import java.util.Map;

/**
 * The users of the operating system as whom the tasks of jobs run.
 *
 * @param leastUid the lowest number that a user may have
 * @param users the users of owners with another name
 */
public record JobUsers(long leastUid, Map<String, String> users) {
  /** The first number that systems give to people. */
  public static final long USUAL_LEAST = 1_000;

  public JobUsers {
    users = Map.copyOf(users);
    if (leastUid < 1) {
      throw new IllegalArgumentException(
          "leastUid: %d; jobs never run as the user 0".formatted(leastUid));
    }
  }
}
