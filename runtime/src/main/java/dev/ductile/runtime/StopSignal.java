package dev.ductile.runtime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** The request to stop this process (SIGTERM), and its orderly end. */
final class StopSignal {
  /** Exit code of a process that has stopped on request. */
  static final int STOPPED = 143;

  /** An engine's grace period is over long before. */
  private static final long LONGEST_MINUTES = 10;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Ends ends;
  private Runnable whenAsked = () -> exit(STOPPED);
  private boolean asked;
  private volatile int code = STOPPED;

  /**
   * The two ways to end this process.
   *
   * @param exit runs the shutdown hooks first
   * @param halt ends it at once, also from within a shutdown hook
   */
  record Ends(IntConsumer exit, IntConsumer halt) {}

  StopSignal(Ends ends) {
    this.ends = ends;
  }

  static StopSignal install() {
    var signal = new StopSignal(new Ends(System::exit, Runtime.getRuntime()::halt));
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
      ends.exit().accept(exitCode);
    }
  }

  private synchronized boolean isAsked() {
    return asked;
  }

  /**
   * The shutdown hook. It ends the process with its own exit code, because a signal that comes
   * while the process is about to end would replace that code by the code of the signal.
   */
  void shutDown() {
    if (over.getCount() > 0) {
      ask();
      awaitEnd();
    }
    ends.halt().accept(code);
  }

  private void awaitEnd() {
    try {
      over.await(LONGEST_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void ask() {
    asked = true;
    whenAsked.run();
  }
}
