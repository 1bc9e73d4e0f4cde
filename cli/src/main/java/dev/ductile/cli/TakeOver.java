package dev.ductile.cli;

import dev.ductile.history.RunEnd;
import java.nio.file.Path;
import java.util.Optional;

/** The line that a command prints when it continues the run of an earlier one. */
final class TakeOver {
  private TakeOver() {}

  /**
   * The line.
   *
   * @param active jobs that the earlier command left running or waiting
   * @param toCome jobs that are not submitted yet
   * @param end the limit at which the run has ended
   */
  static String sentence(Path folder, int active, int toCome, Optional<RunEnd> end) {
    if (active > 0) {
      return "takes over %s of the run in %s".formatted(jobs(active), folder);
    }
    if (end.isPresent()) {
      return "the run in %s has ended at a limit; no job of it is left".formatted(folder);
    }
    return toCome > 0
        ? "resumes the run in %s; %s to come".formatted(folder, areStill(toCome))
        : "all jobs of the run in %s are over".formatted(folder);
  }

  private static String jobs(int count) {
    return count == 1 ? "1 job" : count + " jobs";
  }

  private static String areStill(int count) {
    return jobs(count) + (count == 1 ? " is still" : " are still");
  }
}
