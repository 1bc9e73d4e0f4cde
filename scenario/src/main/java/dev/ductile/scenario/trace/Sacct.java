package dev.ductile.scenario.trace;

import dev.ductile.api.Demand;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scenario.RigidTraceFormat;
import dev.ductile.scenario.Submission;
import dev.ductile.text.InputFile;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The output of Slurm's {@code sacct -P}. A job has one worker for each GPU, with an equal share of
 * the job's processors and memory. A job without GPUs has one worker for each processor. Job steps
 * and jobs that have not ended are left out.
 */
public final class Sacct implements RigidTraceFormat {
  private static final Pattern ELAPSED =
      Pattern.compile("(?:(\\d{1,5})-)?(?:(\\d{1,3}):)?(\\d{1,2}):(\\d{1,2}(?:\\.\\d{1,9})?)");

  @Override
  public String name() {
    return "sacct";
  }

  @Override
  public String summary() {
    return "sacct -P of Slurm, with JobID, Submit, Elapsed, State and AllocTRES or ReqTRES";
  }

  @Override
  public boolean recognises(InputFile trace, String start) {
    return TraceStart.hasColumns(
        TraceStart.firstLine(start), "|", "JobID", "Submit", "Elapsed", "State");
  }

  @Override
  public Stream<Submission> read(InputFile trace, Reading reading) {
    try (var table = Table.pipes(trace)) {
      var columns = new Columns(table.header(), reading.findings());
      return SortedJobs.of(table, columns::submission, reading.findings());
    }
  }

  private static final class Columns {
    private final Column id;
    private final Column submitted;
    private final Column elapsed;
    private final Column state;
    private final Optional<Column> owner;
    private final Optional<Column> queue;
    private final Optional<Column> allocated;
    private final Optional<Column> requested;
    private final Findings findings;
    private final RigidJobs jobs = new RigidJobs();

    Columns(Header header, Findings findings) {
      id = header.need("JobID");
      submitted = header.need("Submit");
      elapsed = header.need("Elapsed");
      state = header.need("State");
      owner = header.find("User");
      queue = header.find("Partition");
      allocated = header.find("AllocTRES");
      requested =
          allocated.isPresent() ? header.find("ReqTRES") : Optional.of(header.need("ReqTRES"));
      this.findings = findings;
    }

    Optional<Submission> submission(Row row) {
      if (row.text(id).contains(".")) {
        return Optional.empty();
      }
      Optional<String> obstacle = obstacle(row);
      if (obstacle.isPresent()) {
        findings.skipped(obstacle.get());
        return Optional.empty();
      }
      Instant at = row.time(submitted);
      Map<String, Double> whole = amounts(row);
      double devices = whole.getOrDefault(Resources.GPU, whole.getOrDefault(Resources.CPU, 0.0));
      int workers = (int) Math.max(1, Math.min(devices, 1_000_000));
      Resources each = RigidJobs.each(whole, workers);
      var label = new RigidJobs.Label(row.text(id), row.text(owner), row.text(queue));
      return Optional.of(
          jobs.lasting(at, label, Demand.perWorker(each), Size.workers(workers), seconds(row)));
    }

    private Optional<String> obstacle(Row row) {
      String status = row.text(state);
      if (status.startsWith("PENDING")
          || status.startsWith("RUNNING")
          || status.startsWith("SUSPENDED")) {
        return Optional.of("has not ended");
      }
      if (seconds(row) == 0) {
        return Optional.of("took no time");
      }
      return amounts(row).isEmpty() ? Optional.of("asked for nothing") : Optional.empty();
    }

    private Map<String, Double> amounts(Row row) {
      Optional<Column> used = row.text(allocated).isEmpty() ? requested : allocated;
      return used.map(column -> Tres.amounts(row, column)).orElse(new HashMap<>());
    }

    private double seconds(Row row) {
      Matcher time = ELAPSED.matcher(row.text(elapsed));
      if (!time.matches()) {
        throw row.wrong(
            elapsed, "must be a time such as 1-02:03:04, not " + Row.quoted(row.text(elapsed)));
      }
      double hours = part(time, 1) * 24 + part(time, 2);
      return (hours * 60 + part(time, 3)) * 60 + part(time, 4);
    }

    private static double part(Matcher time, int group) {
      return time.group(group) == null ? 0 : Double.parseDouble(time.group(group));
    }
  }
}
