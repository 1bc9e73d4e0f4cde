package dev.ductile.examples;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The stop request of this process (SIGTERM); the process saves and ends with 143. */
final class StopSignal {
  /** The exit status of a process that stopped on request. */
  static final int STOPPED = 143;

  private static final long LONGEST_TIDYING_SECONDS = 60;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch tidy = new CountDownLatch(1);

  static StopSignal install() {
    var signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::shutDown));
    return signal;
  }

  boolean isAsked() {
    return asked.getCount() == 0;
  }

  /**
   * Waits for the request; a lost peer may have received it a moment earlier. False after the time.
   */
  boolean comesWithin(long millis) throws InterruptedException {
    return asked.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Lets the process end: all is saved. */
  void tidiedUp() {
    tidy.countDown();
  }

  private void shutDown() {
    asked.countDown();
    try {
      tidy.await(LONGEST_TIDYING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
