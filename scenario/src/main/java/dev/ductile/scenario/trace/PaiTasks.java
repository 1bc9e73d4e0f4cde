package dev.ductile.scenario.trace;

import dev.ductile.api.Resources;
import dev.ductile.scenario.TraceFormat.Findings;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tasks of one job of the PAI trace, with equal shares of the resources of each role. */
record PaiTasks(int workers, Resources worker, int servers, Resources server) {
  private static final PaiTasks NONE = new PaiTasks(0, Resources.NONE, 0, Resources.NONE);
  private static final String SERVER = "ps";
  private static final double BYTES_IN_GB = 1e9;
  private static final Header COLUMNS =
      new Header(
          Place.in("pai_task_table"),
          List.of(
              "job_name",
              "task_name",
              "inst_num",
              "status",
              "start_time",
              "end_time",
              "plan_cpu",
              "plan_mem",
              "plan_gpu",
              "gpu_type"));
  private static final Column JOB = COLUMNS.need("job_name");
  private static final Column ROLE = COLUMNS.need("task_name");
  private static final Column COUNT = COLUMNS.need("inst_num");

  /** The tasks of all jobs, by the name of the job. */
  static Map<String, PaiTasks> read(InputFile file, Findings findings) {
    var byJob = new HashMap<String, PaiTasks>();
    var known = new HashMap<PaiTasks, PaiTasks>();
    try (var table = Table.commas(file).wide(COLUMNS.size())) {
      for (Optional<Row> row = table.next(findings); row.isPresent(); row = table.next(findings)) {
        if (isHeader(row.get(), COLUMNS)) {
          continue;
        }
        add(row.get(), byJob, known, findings);
      }
    }
    return byJob;
  }

  static boolean isHeader(Row row, Header header) {
    return row.line() == 1 && row.fields().getFirst().contains(header.names().getFirst());
  }

  private static void add(
      Row row, Map<String, PaiTasks> byJob, Map<PaiTasks, PaiTasks> known, Findings findings) {
    try {
      PaiTasks more = byJob.getOrDefault(row.text(JOB), NONE).with(row);
      byJob.put(row.text(JOB), known.computeIfAbsent(more, one -> one));
    } catch (InputException problem) {
      findings.wrong(problem);
    }
  }

  private PaiTasks with(Row row) {
    int count = row.text(COUNT).isEmpty() ? 1 : row.count(COUNT);
    Resources each = each(row);
    if (row.text(ROLE).equals(SERVER)) {
      return new PaiTasks(workers, worker, servers + count, mean(server, servers, each, count));
    }
    return new PaiTasks(workers + count, mean(worker, workers, each, count), servers, server);
  }

  private static Resources mean(Resources first, int count, Resources second, int more) {
    if (count == 0 || more == 0) {
      return more == 0 ? first : second;
    }
    return first.times(count).plus(second.times(more)).times(1.0 / (count + more));
  }

  /** Processors and GPUs are planned in percent, memory in GB; an empty field means none. */
  private static Resources each(Row row) {
    var amounts = new HashMap<String, Double>();
    put(row, "plan_cpu", Resources.CPU, 0.01, amounts);
    put(row, "plan_mem", Resources.MEMORY, BYTES_IN_GB, amounts);
    put(row, "plan_gpu", Resources.GPU, 0.01, amounts);
    return Resources.of(amounts);
  }

  private static void put(
      Row row, String name, String resource, double unit, Map<String, Double> amounts) {
    Column column = COLUMNS.need(name);
    if (!row.text(column).isEmpty()) {
      amounts.put(resource, row.number(column) * unit);
    }
  }
}
