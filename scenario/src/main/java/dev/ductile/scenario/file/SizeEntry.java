package dev.ductile.scenario.file;

import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.text.NumberBounds;
import java.util.OptionalInt;

/**
 * A number of tasks.
 *
 * @param workers the number of workers
 * @param servers the number of servers; as few as the bounds allow if it is absent
 */
record SizeEntry(
    @NumberBounds(least = 1) int workers, @NumberBounds(least = 0) OptionalInt servers) {
  SizeEntry {
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be at least 1, not %d".formatted(workers));
    }
    if (servers.orElse(0) < 0) {
      throw new IllegalArgumentException(
          "servers cannot be negative, but are %d".formatted(servers.getAsInt()));
    }
  }

  Size size(Range serverBounds) {
    return new Size(workers, servers.orElse(serverBounds.least()));
  }
}
