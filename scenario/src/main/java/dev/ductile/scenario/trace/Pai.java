package dev.ductile.scenario.trace;

import dev.ductile.api.Demand;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scenario.RigidTraceFormat;
import dev.ductile.scenario.Submission;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The job and task tables of Alibaba's PAI cluster (Weng et al., NSDI 2022), the only public trace
 * with parameter servers. The tables have no header. The task table is beside the job table, or
 * both are in the given folder. All tasks except {@code ps} are workers.
 */
public final class Pai implements RigidTraceFormat {
  private static final String JOBS = "pai_job_table";
  private static final String TASKS = "pai_task_table";
  private static final Header COLUMNS =
      new Header(
          Place.in(JOBS),
          List.of("job_name", "inst_id", "user", "status", "start_time", "end_time"));

  @Override
  public String name() {
    return "pai";
  }

  @Override
  public String summary() {
    return "pai_job_table.csv and pai_task_table.csv of Alibaba PAI 2020, or their folder";
  }

  @Override
  public boolean recognises(InputFile trace, String start) {
    return trace.isFolder()
        ? in(trace.path(), JOBS).isPresent()
        : String.valueOf(trace.path().getFileName()).contains(JOBS);
  }

  @Override
  public Stream<Submission> read(InputFile trace, Reading reading) {
    InputFile jobs = trace.isFolder() ? InputFile.of(needed(trace.path(), JOBS)) : trace;
    InputFile tasks = InputFile.of(tasksOf(jobs.path()));
    Map<String, PaiTasks> byJob = PaiTasks.read(tasks, reading.findings());
    try (var table = Table.commas(jobs).wide(COLUMNS.size())) {
      var columns = new Columns(byJob, reading.findings());
      return SortedJobs.of(table, columns::submission, reading.findings());
    }
  }

  private static Path tasksOf(Path jobs) {
    Path folder = jobs.toAbsolutePath().getParent();
    Path sibling = jobs.resolveSibling(String.valueOf(jobs.getFileName()).replace(JOBS, TASKS));
    if (!sibling.equals(jobs) && Files.exists(sibling)) {
      return sibling;
    }
    return needed(folder == null ? jobs : folder, TASKS);
  }

  private static Path needed(Path folder, String table) {
    return in(folder, table)
        .orElseThrow(() ->
            new InputException(
                Place.in(folder.toString()), "there is no %s.csv here".formatted(table)));
  }

  private static Optional<Path> in(Path folder, String table) {
    return Stream.of(table + ".csv", table + ".csv.gz")
        .map(folder::resolve)
        .filter(Files::exists)
        .findFirst();
  }

  private static final class Columns {
    private final Column id = COLUMNS.need("job_name");
    private final Column owner = COLUMNS.need("user");
    private final Column start = COLUMNS.need("start_time");
    private final Column end = COLUMNS.need("end_time");
    private final Map<String, PaiTasks> tasks;
    private final Findings findings;
    private final RigidJobs jobs = new RigidJobs();

    Columns(Map<String, PaiTasks> tasks, Findings findings) {
      this.tasks = tasks;
      this.findings = findings;
    }

    Optional<Submission> submission(Row row) {
      if (PaiTasks.isHeader(row, COLUMNS)) {
        return Optional.empty();
      }
      Optional<PaiTasks> found = Optional.ofNullable(tasks.get(row.text(id)));
      Optional<String> obstacle = obstacle(row, found);
      if (found.isEmpty() || obstacle.isPresent()) {
        findings.skipped(obstacle.orElse("has no tasks"));
        return Optional.empty();
      }
      double seconds = row.number(end) - row.number(start);
      Instant at = row.seconds(start, row.number(start));
      var label = new RigidJobs.Label(row.text(id), row.text(owner), "");
      PaiTasks asked = found.get();
      var size = new Size(asked.workers(), asked.servers());
      var demand = new Demand(asked.worker(), asked.server(), Resources.NONE);
      return Optional.of(jobs.lasting(at, label, demand, size, seconds));
    }

    private Optional<String> obstacle(Row row, Optional<PaiTasks> found) {
      if (row.text(start).isEmpty() || row.text(end).isEmpty()) {
        return Optional.of("has not ended");
      }
      if (row.number(end) < row.number(start)) {
        throw row.wrong(
            end, "is %s, before the start at %s".formatted(row.text(end), row.text(start)));
      }
      if (row.number(end) == row.number(start)) {
        return Optional.of("took no time");
      }
      return found.filter(tasks -> !tasks.worker().isNone()).isPresent()
          ? Optional.empty()
          : Optional.of("has no workers that ask for anything");
    }
  }
}
