package dev.ductile.cli.train;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A request to end this process, by Ctrl-C or SIGTERM. The process ends when this is closed, so its
 * jobs can save their work before.
 */
public final class Interruption implements AutoCloseable {
  /** The exit status of a process that Ctrl-C has ended. */
  public static final int BY_CTRL_C = 130;

  private static final long MOST_NANOS = Duration.ofDays(365).toNanos();

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "stop");
  private final Duration least;
  private Runnable listener = () -> {};
  private Runnable impatient = () -> {};
  private Optional<ControlC> controlC = Optional.empty();
  private boolean requested;
  private long deadline = System.nanoTime();

  /**
   * An interruption of which {@link #listen} waits for the signal.
   *
   * @param least the process ends this time after the signal, unless its work may take longer
   */
  public Interruption(Duration least) {
    this.least = least;
  }

  /** Waits for a signal from now on. */
  public synchronized Interruption listen() {
    Runtime.getRuntime().addShutdownHook(hook);
    controlC =
        Optional.of(ControlC.listen(() -> Runtime.getRuntime().exit(BY_CTRL_C), this::again));
    return this;
  }

  /** Runs this at each further Ctrl-C after the first. */
  public synchronized void whenRepeated(Runnable newListener) {
    impatient = newListener;
  }

  private void again() {
    Runnable current;
    synchronized (this) {
      current = impatient;
    }
    current.run();
  }

  /** Runs this once when the signal comes, or at once if it has come. */
  public synchronized void whenRequested(Runnable newListener) {
    listener = newListener;
    if (requested) {
      newListener.run();
    }
  }

  public synchronized boolean isRequested() {
    return requested;
  }

  /** As a signal does. */
  public synchronized void request() {
    if (requested) {
      return;
    }
    requested = true;
    listener.run();
  }

  /** Lets the work before the end of the process take this time from now on. */
  public synchronized void mayTake(Duration time) {
    long nanos = Math.min(TimeUnit.NANOSECONDS.convert(time), MOST_NANOS);
    deadline += Math.max(0, nanos - nanosLeft());
  }

  /** The time after which the process ends in any case, once a signal has come. */
  public synchronized long nanosLeft() {
    return deadline - System.nanoTime();
  }

  private void interrupt() {
    mayTake(least);
    request();
    try {
      boolean isClosed = false;
      while (!isClosed && nanosLeft() > 0) {
        isClosed = over.await(nanosLeft(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets the process end. */
  @Override
  public void close() {
    over.countDown();
    synchronized (this) {
      if (!requested) {
        controlC.ifPresent(ControlC::close);
      }
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // it is running: this process is about to end
    }
  }
}
