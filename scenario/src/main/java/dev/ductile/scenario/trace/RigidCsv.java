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
 * The traces of rigid jobs of Muri (Zhao et al., SIGCOMM 2022), with times in milliseconds. Muri's
 * simulator makes every step 1.5 % longer than the trace says, so a step takes {@code
 * iteration_time} x 1.015.
 */
public final class RigidCsv implements RigidTraceFormat {
  private static final double STRETCH = 1.015;
  private static final Demand ONE_GPU = Demand.perWorker(Resources.gpus(1));

  @Override
  public String name() {
    return "rigid-csv";
  }

  @Override
  public String summary() {
    return "job_id,num_gpu,submit_time,iterations,...,iteration_time: jobs of one size, as Muri has them";
  }

  @Override
  public boolean recognises(InputFile trace, String start) {
    String header = TraceStart.firstLine(start);
    return TraceStart.hasColumns(header, ",", "job_id", "num_gpu", "iterations", "iteration_time");
  }

  @Override
  public Stream<Submission> read(InputFile trace, Reading reading) {
    try (var table = Table.commas(trace)) {
      var columns = new Columns(table.header());
      var jobs = new RigidJobs();
      return SortedJobs.of(
          table, row -> Optional.of(columns.submission(row, jobs)), reading.findings());
    }
  }

  private static final class Columns {
    private final Column id;
    private final Column gpus;
    private final Column submitted;
    private final Column iterations;
    private final Column milliseconds;
    private final Optional<Column> model;

    Columns(Header header) {
      id = header.need("job_id");
      gpus = header.need("num_gpu");
      submitted = header.need("submit_time");
      iterations = header.need("iterations");
      milliseconds = header.need("iteration_time");
      model = header.find("model_name");
    }

    Submission submission(Row row, RigidJobs jobs) {
      int workers = row.count(gpus);
      if (workers < 1) {
        throw row.wrong(gpus, "must be at least 1, not " + workers);
      }
      double seconds = row.positive(milliseconds) * STRETCH / 1000;
      Instant at = row.seconds(submitted, row.number(submitted) / 1000);
      var label = new RigidJobs.Label(row.text(id), row.text(model), "");
      return jobs.stepping(
          at, label, ONE_GPU, Size.workers(workers), row.positive(iterations), 1 / seconds);
    }
  }
}
