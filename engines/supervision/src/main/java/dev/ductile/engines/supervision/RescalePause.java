package dev.ductile.engines.supervision;

import dev.ductile.api.Size;
import java.time.Duration;
import java.time.Instant;

/** A change of size that stops all tasks: the size before, and the time of the last step. */
record RescalePause(Size from, Instant since) {
  static RescalePause of(Generation before) {
    return new RescalePause(before.where().size(), before.lastReport());
  }

  Duration until(Instant end) {
    return Generation.until(since, end);
  }
}
