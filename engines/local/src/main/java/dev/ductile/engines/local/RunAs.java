package dev.ductile.engines.local;

import java.util.Map;

/**
 * How owners of jobs become users of the operating system.
 *
 * @param leastId the lowest number that a user may have
 * @param names the users of owners with another name
 */
public record RunAs(long leastId, Map<String, String> names) {
  public RunAs {
    names = Map.copyOf(names);
    if (leastId < 1) {
      throw new IllegalArgumentException(
          "leastUid: %d; jobs never run as user 0".formatted(leastId));
    }
  }
}
