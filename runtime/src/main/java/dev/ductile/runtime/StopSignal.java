package dev.ductile.runtime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The request to stop this process (SIGTERM), and its orderly end. */
final class StopSignal {
  /** Exit code of a process that has stopped on request. */
  static final int STOPPED = 143;

  /** An engine's grace period is over long before. */
  private static final long LONGEST_MINUTES = 10;

  private final CountDownLatch over = new CountDownLatch(1);
  private Runnable whenAsked = () -> exit(STOPPED);
  private boolean asked;
  private volatile int code = STOPPED;

  static StopSignal install() {
    var signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::shutDown, "stop"));
    return signal;
  }

  /** Sets the action for the request; it runs at once if the request has come already. */
  synchronized void whenAsked(Runnable action) {
    whenAsked = action;
    if (asked) {
      action.run();
    }
  }

  /** Ends the process: nothing is left to save. */
  void exit(int exitCode) {
    code = exitCode;
    over.countDown();
    if (!isAsked()) {
      System.exit(exitCode);
    }
  }

  private synchronized boolean isAsked() {
    return asked;
  }

  private void shutDown() {
    if (over.getCount() == 0) {
      return;
    }
    ask();
    try {
      over.await(LONGEST_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(code);
  }

  private synchronized void ask() {
    asked = true;
    whenAsked.run();
  }
}
