package dev.ductile.cli;

import dev.ductile.rest.JobAccount;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.LogName;
import dev.ductile.rest.ReasonView;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.TaskShare;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Documents of two jobs: one that runs and one that waits. */
final class ServerDocuments {
  static final Instant SUBMITTED = Instant.parse("2026-01-02T03:04:05Z");
  private static final TaskCounts ONE = new TaskCounts(1, 0);
  private static final TaskCounts EIGHT = new TaskCounts(8, 0);

  private ServerDocuments() {}

  static JobSummary running() {
    return job("ads", "running", List.of("rescaling"), new TaskCounts(4, 0), 4_500);
  }

  static JobSummary waiting() {
    return job("sweep", "pending", List.of(), new TaskCounts(0, 0), 0);
  }

  static JobSummary job(
      String id, String state, List<String> flags, TaskCounts size, double steps) {
    boolean runs = size.workers() > 0;
    return new JobSummary(
        id,
        id,
        "ada",
        "research",
        5,
        state,
        flags,
        runs
            ? Optional.empty()
            : Optional.of(
                new ReasonView("waiting-for-capacity", "needs 4 gpu; 2 are free", Map.of())),
        SUBMITTED,
        runs ? Optional.of(SUBMITTED.plusSeconds(10)) : Optional.empty(),
        Optional.empty(),
        size,
        ONE,
        EIGHT,
        steps,
        Optional.of(9_000.0),
        runs ? 12.5 : 0,
        runs ? Optional.of(360.0) : Optional.empty());
  }

  static JobDetails details(JobSummary job) {
    return new JobDetails(
        job,
        "all-reduce",
        "hot",
        "step",
        ONE,
        Optional.empty(),
        "1 to 8 workers",
        Map.of("gpu", 1.0, "memory", 17179869184.0),
        Map.of(),
        List.of(new TaskShare("node-1", 2, 0), new TaskShare("node-2", 2, 0)),
        List.of("python3", "train.py"),
        "/home/ada",
        List.of(),
        Map.of("team", "vision"),
        new JobAccount(7_200, Optional.of(4_375.0), Optional.of(7_000.0), 10, 0.5, 0, 2, 0, 0, 1),
        Optional.empty(),
        Optional.empty(),
        List.of(
            new LogName("worker-0", 2, 21, SUBMITTED), new LogName("worker-0", 1, 9, SUBMITTED)),
        "command: [python3, train.py]\n");
  }
}
