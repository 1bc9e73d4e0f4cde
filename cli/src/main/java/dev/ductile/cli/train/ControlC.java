package dev.ductile.cli.train;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the Ctrl-C (SIGINT) that this process receives. The first begins the end of the process,
 * as without this class; from then on the JVM ignores signals, so later ones come here only. In a
 * Java without signals, later ones are ignored.
 */
final class ControlC implements AutoCloseable {
  private static final String INTERRUPT = "INT";

  private final AtomicInteger received = new AtomicInteger();
  private final Runnable first;
  private final Runnable later;

  /** Puts the handler before this one back. */
  private Runnable restore = () -> {};

  private ControlC(Runnable first, Runnable later) {
    this.first = first;
    this.later = later;
  }

  /** Runs {@code first} at the first Ctrl-C and {@code later} at each later one, on threads. */
  static ControlC listen(Runnable first, Runnable later) {
    var counter = new ControlC(first, later);
    try {
      counter.install();
    } catch (ReflectiveOperationException _) {
      // this Java has no signals: the first one ends it by its shutdown hooks
    }
    return counter;
  }

  /** A process whose Ctrl-C is ignored, such as one in the background, ignores it further on. */
  private void install() throws ReflectiveOperationException {
    Signals.Installed installed =
        Signals.handle(INTERRUPT, () -> (received.getAndIncrement() == 0 ? first : later).run());
    restore = installed.restore();
    if (installed.wasIgnored()) {
      restore.run();
    }
  }

  @Override
  public void close() {
    restore.run();
  }
}
