package dev.ductile.cli;

import dev.ductile.text.InputException;
import picocli.CommandLine.Option;

/** The number of runs at the same time. */
final class ThreadOption {
  private static final int MOST = 1024;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "The number of runs at the same time (default: the number of processors).")
  private int threads = Runtime.getRuntime().availableProcessors();

  /** The number; an impossible one is refused. */
  int count() {
    if (threads < 1 || threads > MOST) {
      throw new InputException(
          "--threads must be between 1 and %d, not %d".formatted(MOST, threads));
    }
    return threads;
  }
}
