package dev.ductile.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A request to end this process, by Ctrl-C or SIGTERM. The process ends when this is closed, so its
 * jobs can save their work before.
 */
final class Interruption implements AutoCloseable {
  /** The process ends after this time in any case. */
  private static final Duration LONGEST = Duration.ofHours(1);

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "stop");
  private Runnable listener = () -> {};
  private boolean requested;

  private Interruption() {}

  /** Waits for a signal from now on. */
  static Interruption open() {
    var interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /** Runs this once when the signal comes, or at once if it has come. */
  synchronized void whenRequested(Runnable newListener) {
    listener = newListener;
    if (requested) {
      newListener.run();
    }
  }

  synchronized boolean isRequested() {
    return requested;
  }

  /** As a signal does. */
  synchronized void request() {
    requested = true;
    listener.run();
  }

  private void interrupt() {
    request();
    try {
      over.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets the process end. */
  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // it is running: this process is about to end
    }
  }
}
