package dev.ductile.runtime.worker;

import dev.ductile.runtime.protocol.MasterMessage;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Measures the time without progress of a worker: since its last step, or since it resumed. */
public final class IdleClock {
  private final LongSupplier nanos;
  private Optional<Long> since = Optional.empty();
  private boolean sinceStep;

  /** A clock of a worker that has not been resumed yet. */
  public IdleClock(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The worker resumes. */
  public void resumed() {
    restart(false);
  }

  /** A step has ended. */
  public void stepEnded() {
    restart(true);
  }

  private void restart(boolean step) {
    since = Optional.of(nanos.getAsLong());
    sinceStep = step;
  }

  /** Empty before the worker has been resumed for the first time. */
  public Optional<MasterMessage.Idle> elapsed() {
    return since.map(then -> new MasterMessage.Idle(nanos.getAsLong() - then, sinceStep));
  }
}
