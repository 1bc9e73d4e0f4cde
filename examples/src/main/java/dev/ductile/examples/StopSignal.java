package dev.ductile.examples;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether this process was asked to stop; it ends with 143 as soon as it has tidied up. */
final class StopSignal {
  /** Exit code of a process that was asked to stop and did. */
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
   * Whether the request comes within so much time: a lost peer may have got it a moment earlier.
   */
  boolean comesWithin(long millis) throws InterruptedException {
    return asked.await(millis, TimeUnit.MILLISECONDS);
  }

  /** There is nothing left to save. */
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
