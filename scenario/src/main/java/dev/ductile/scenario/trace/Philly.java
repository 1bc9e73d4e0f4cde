package dev.ductile.scenario.trace;

import dev.ductile.api.Demand;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scenario.RigidTraceFormat;
import dev.ductile.scenario.Submission;
import dev.ductile.text.InputFile;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The jobs of Microsoft's Philly clusters (Jeon et al., ATC 2019) as one table, a row for each job:
 * its arrival, its duration, its number of GPUs and its virtual cluster.
 */
public final class Philly implements RigidTraceFormat {
  static final Demand ONE_GPU = Demand.perWorker(Resources.gpus(1));

  @Override
  public String name() {
    return "philly";
  }

  @Override
  public String summary() {
    return "timestamp,duration,num_gpus,gpu_time,cluster: Microsoft Philly as one table";
  }

  @Override
  public boolean recognises(InputFile trace, String start) {
    return TraceStart.hasColumns(
        TraceStart.firstLine(start), ",", "timestamp", "duration", "num_gpus");
  }

  @Override
  public Stream<Submission> read(InputFile trace, Reading reading) {
    try (var table = Table.commas(trace)) {
      var columns = new Columns(table.header(), reading.findings());
      return SortedJobs.of(table, columns::submission, reading.findings());
    }
  }

  private static final class Columns {
    private final Column submitted;
    private final Column duration;
    private final Column gpus;
    private final Optional<Column> cluster;
    private final Findings findings;
    private final RigidJobs jobs = new RigidJobs();

    Columns(Header header, Findings findings) {
      submitted = header.need("timestamp");
      duration = header.need("duration");
      gpus = header.need("num_gpus");
      cluster = header.find("cluster");
      this.findings = findings;
    }

    Optional<Submission> submission(Row row) {
      double seconds = row.number(duration);
      int workers = row.count(gpus);
      Instant at = row.time(submitted);
      if (seconds == 0 || workers == 0) {
        findings.skipped(seconds == 0 ? "took no time" : "asked for no GPU");
        return Optional.empty();
      }
      var label = new RigidJobs.Label("line-" + row.line(), "", row.text(cluster));
      return Optional.of(jobs.lasting(at, label, ONE_GPU, Size.workers(workers), seconds));
    }
  }
}
