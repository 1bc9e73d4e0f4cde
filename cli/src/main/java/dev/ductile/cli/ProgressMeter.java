package dev.ductile.cli;

import dev.ductile.simulator.Experiment;

/** A line on the terminal with the number of finished runs and an estimate of the time left. */
final class ProgressMeter implements Experiment.ProgressListener, AutoCloseable {
  private static final int WIDTH = 30;
  private static final long QUIET_NANOS = 400_000_000;

  private final boolean shown;
  private final String counted;
  private long start = System.nanoTime();
  private boolean drawn;

  ProgressMeter(boolean shown) {
    this(shown, "runs");
  }

  /**
   * A meter of other work than runs.
   *
   * @param counted the name of its pieces
   */
  ProgressMeter(boolean shown, String counted) {
    this.shown = shown;
    this.counted = counted;
  }

  @Override
  public void runs(int done, int planned) {
    if (done == 0) {
      start = System.nanoTime();
      return;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (!shown || System.nanoTime() - start < QUIET_NANOS) {
      return;
    }
    int filled = WIDTH * done / Math.max(1, planned);
    System.err.printf(
        "\r[%s%s] %d of %d %s, about %.0f s left \033[K",
        "#".repeat(filled),
        "-".repeat(WIDTH - filled),
        done,
        planned,
        counted,
        seconds / done * (planned - done));
    System.err.flush();
    drawn = true;
  }

  /** Removes the line. */
  @Override
  public void close() {
    if (drawn) {
      System.err.print("\r\033[K");
      System.err.flush();
    }
  }
}
