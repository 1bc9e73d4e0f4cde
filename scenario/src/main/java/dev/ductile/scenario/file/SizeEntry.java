package dev.ductile.scenario.file;

import dev.ductile.api.Range;
import dev.ductile.api.Size;
import java.util.OptionalInt;

/** A number of tasks, as people write it; the servers follow from the bounds where absent. */
record SizeEntry(int workers, OptionalInt servers) {
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
