package dev.ductile.scenario.trace;

import dev.ductile.api.Demand;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat.Findings;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Makes a job of each row of a user's table. */
final class NamedColumnJobs {
  private static final int MOST_WORKERS = 1_000_000;

  private final Map<Meaning, UnitColumn> columns;
  private final Findings findings;
  private final RigidJobs jobs = new RigidJobs();

  NamedColumnJobs(Map<Meaning, UnitColumn> columns, Findings findings) {
    this.columns = columns;
    this.findings = findings;
  }

  Optional<Submission> submission(Row row) {
    Map<String, Double> whole = amounts(row);
    int workers = workers(row, whole);
    double seconds = hasEnded(row) ? seconds(row) : 0;
    Resources each = workers == 0 ? Resources.NONE : each(whole, workers);
    if (seconds == 0 || each.isNone()) {
      findings.skipped(
          !hasEnded(row) ? "has not ended" : seconds == 0 ? "took no time" : "asked for nothing");
      return Optional.empty();
    }
    Instant at = need(Meaning.ARRIVED).time(row);
    var label =
        new RigidJobs.Label(
            text(Meaning.ID, row).orElse("line-" + row.line()),
            text(Meaning.OWNER, row).orElse(""),
            text(Meaning.QUEUE, row).orElse(""));
    Submission job =
        jobs.lasting(at, label, Demand.perWorker(each), Size.workers(workers), seconds);
    return Optional.of(prioritised(job, row));
  }

  /** A worker takes a GPU if the table has neither GPUs nor processors. */
  private Resources each(Map<String, Double> whole, int workers) {
    boolean isCounted = columns.containsKey(Meaning.GPUS) || columns.containsKey(Meaning.CPUS);
    if (!isCounted) {
      whole.put(Resources.GPU, (double) workers);
    }
    return RigidJobs.each(whole, workers);
  }

  private Submission prioritised(Submission job, Row row) {
    return present(Meaning.PRIORITY, row)
        .map(column -> job.withSpec(job.spec().withQueue(job.spec().queue(), column.priority(row))))
        .orElse(job);
  }

  private Map<String, Double> amounts(Row row) {
    var whole = new HashMap<String, Double>();
    present(Meaning.GPUS, row).ifPresent(gpus -> whole.put(Resources.GPU, gpus.number(row)));
    present(Meaning.CPUS, row).ifPresent(cpus -> whole.put(Resources.CPU, cpus.number(row)));
    present(Meaning.MEMORY, row).ifPresent(bytes -> whole.put(Resources.MEMORY, bytes.bytes(row)));
    whole.values().removeIf(amount -> amount == 0);
    return whole;
  }

  private int workers(Row row, Map<String, Double> whole) {
    Optional<UnitColumn> counted = find(Meaning.WORKERS);
    if (counted.isPresent()) {
      return counted.get().count(row);
    }
    double devices = whole.getOrDefault(Resources.GPU, whole.getOrDefault(Resources.CPU, 0.0));
    return devices == 0 ? 0 : (int) Math.clamp(Math.floor(devices), 1, MOST_WORKERS);
  }

  private boolean hasEnded(Row row) {
    return columns.containsKey(Meaning.DURATION)
        ? !need(Meaning.DURATION).isAbsent(row)
        : !need(Meaning.STARTED).isAbsent(row) && !need(Meaning.ENDED).isAbsent(row);
  }

  private double seconds(Row row) {
    if (columns.containsKey(Meaning.DURATION)) {
      return need(Meaning.DURATION).seconds(row);
    }
    Instant started = need(Meaning.STARTED).time(row);
    Instant ended = need(Meaning.ENDED).time(row);
    if (ended.isBefore(started)) {
      throw row.wrong("the job ended at %s, before it started at %s".formatted(ended, started));
    }
    return Progress.seconds(started, ended);
  }

  private Optional<String> text(Meaning meaning, Row row) {
    return find(meaning).map(column -> column.text(row)).filter(text -> !text.isEmpty());
  }

  private Optional<UnitColumn> find(Meaning meaning) {
    return Optional.ofNullable(columns.get(meaning));
  }

  private Optional<UnitColumn> present(Meaning meaning, Row row) {
    return find(meaning).filter(column -> !column.isAbsent(row));
  }

  private UnitColumn need(Meaning meaning) {
    return find(meaning).orElseThrow();
  }
}
