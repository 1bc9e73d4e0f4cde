package dev.ductile.runtime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether this process was asked to stop (SIGTERM), and its end in order. */
final class StopSignal {
  /** Exit code of a process that was asked to stop and did. */
  static final int STOPPED = 143;

  /** An engine's grace is over long before. */
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

  /** What is done when the request comes; at once, if it has come already. */
  synchronized void whenAsked(Runnable action) {
    whenAsked = action;
    if (asked) {
      action.run();
    }
  }

  /** Ends the process: there is nothing left to save. */
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
