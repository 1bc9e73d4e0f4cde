package dev.ductile.scenario.trace;

import dev.ductile.api.Demand;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scenario.RigidTraceFormat;
import dev.ductile.scenario.Submission;
import dev.ductile.text.InputFile;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The {@code cluster_log.csv} of SenseTime's Helios clusters (Hu et al., SC 2021). A job has one
 * worker for each GPU, with an equal share of the job's processors. A job without GPUs has one
 * worker for each node.
 */
public final class Helios implements RigidTraceFormat {
  @Override
  public String name() {
    return "helios";
  }

  @Override
  public String summary() {
    return "cluster_log.csv of SenseTime Helios";
  }

  @Override
  public boolean recognises(InputFile trace, String start) {
    return TraceStart.hasColumns(
        TraceStart.firstLine(start), ",", "job_id", "vc", "gpu_num", "submit_time", "duration");
  }

  @Override
  public Stream<Submission> read(InputFile trace, Reading reading) {
    try (var table = Table.commas(trace)) {
      var columns = new Columns(table.header(), reading.findings());
      return SortedJobs.of(table, columns::submission, reading.findings());
    }
  }

  private static final class Columns {
    private final Column id;
    private final Column owner;
    private final Column queue;
    private final Column gpus;
    private final Column processors;
    private final Column nodes;
    private final Column submitted;
    private final Column duration;
    private final Findings findings;
    private final RigidJobs jobs = new RigidJobs();

    Columns(Header header, Findings findings) {
      id = header.need("job_id");
      owner = header.need("user");
      queue = header.need("vc");
      gpus = header.need("gpu_num");
      processors = header.need("cpu_num");
      nodes = header.need("node_num");
      submitted = header.need("submit_time");
      duration = header.need("duration");
      this.findings = findings;
    }

    Optional<Submission> submission(Row row) {
      Map<String, Double> whole =
          Map.of(
              Resources.GPU, (double) row.count(gpus),
              Resources.CPU, (double) row.count(processors));
      int workers = Math.max(1, row.count(row.count(gpus) > 0 ? gpus : nodes));
      Resources each = RigidJobs.each(whole, workers);
      Instant at = row.time(submitted);
      double seconds = row.number(duration);
      if (seconds == 0 || each.isNone()) {
        findings.skipped(seconds == 0 ? "took no time" : "asked for nothing");
        return Optional.empty();
      }
      var label = new RigidJobs.Label(row.text(id), row.text(owner), row.text(queue));
      return Optional.of(
          jobs.lasting(at, label, Demand.perWorker(each), Size.workers(workers), seconds));
    }
  }
}
