package dev.ductile.runtime.worker;

import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Measures how long a worker has made no progress: since its last step, or since it was resumed.
 */
public final class IdleClock {
  private final LongSupplier nanos;
  private Optional<Long> since = Optional.empty();

  /** A clock of a worker that has not been resumed yet. */
  public IdleClock(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** A step has ended, or the first one of a generation begins. */
  public void restart() {
    since = Optional.of(nanos.getAsLong());
  }

  /** Empty before the worker has been resumed for the first time. */
  public Optional<Long> elapsed() {
    return since.map(then -> nanos.getAsLong() - then);
  }
}
