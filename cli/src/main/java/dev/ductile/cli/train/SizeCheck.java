package dev.ductile.cli.train;

import dev.ductile.api.Size;
import dev.ductile.runtime.job.TrainingJob;
import java.util.Optional;

/** Checks the size of a job in the foreground. */
final class SizeCheck {
  /** The most processes of one job on one machine. */
  static final int MOST_TASKS = 256;

  private SizeCheck() {}

  /** Why the job cannot have this size; empty if it can. */
  static Optional<String> refusal(TrainingJob job, Size size) {
    if (size.workers() < 1) {
      return Optional.of("a job needs at least one worker");
    }
    if (job.size().isAllReduce() && size.servers() > 0) {
      return Optional.of(
          "job %s is an all-reduce (servers: 0), so it has workers only".formatted(job.name()));
    }
    if (!job.size().isAllReduce() && size.servers() < 1) {
      return Optional.of("job %s needs at least one server".formatted(job.name()));
    }
    return size.tasks() > MOST_TASKS
        ? Optional.of(
            "%d processes are too many; the limit is %d".formatted(size.tasks(), MOST_TASKS))
        : Optional.empty();
  }
}
