package dev.ductile.server.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.engines.supervision.ProgressFormat;
import dev.ductile.engines.supervision.ProgressReport;
import dev.ductile.rest.JobSample;
import dev.ductile.rest.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Makes measurements from the lines that jobs print: JSON with a step, and perhaps a loss and the
 * parts of the time of a step, or lines in which the regular expression of a job finds them. At
 * most one measurement a second of each job is kept.
 */
public final class SampleRecorder {
  private static final Duration BETWEEN = Duration.ofSeconds(1);
  private static final int LONGEST_LINE = 10_000;
  private static final int FEW_JOBS = 1_000;

  private final InstantSource time;
  private final Function<JobId, Optional<Job>> jobs;
  private final Receiver receiver;
  private final Map<JobId, Last> last = new ConcurrentHashMap<>();
  private final Map<JobId, ProgressFormat> patterns = new ConcurrentHashMap<>();
  private volatile int limit = FEW_JOBS;

  /**
   * The last measurement of a job.
   *
   * @param where the tasks that the job had
   * @param rateSince since when the job had had its rate when it was first seen with these tasks;
   *     that rate may be a prediction
   */
  private record Last(Instant at, Allocation where, Instant rateSince) {
    static Last of(Job job, Instant now, Optional<Last> before) {
      Instant rateSince =
          before
              .filter(known -> known.where.equals(job.allocation()))
              .map(Last::rateSince)
              .orElse(job.progress().asOf());
      return new Last(now, job.allocation(), rateSince);
    }

    /** The measured rate; 0 until the job has reported with its present tasks. */
    double rate(Job job) {
      return job.progress().asOf().equals(rateSince) ? 0 : job.progress().stepsPerSecond();
    }
  }

  /** Takes a measurement of a job. */
  @FunctionalInterface
  public interface Receiver {
    void take(JobId job, JobSample sample);
  }

  public SampleRecorder(
      InstantSource time, Function<JobId, Optional<Job>> jobs, Receiver receiver) {
    this.time = time;
    this.jobs = jobs;
    this.receiver = receiver;
  }

  /** Takes a line of the process that reports for a job. */
  public void take(JobId job, String line) {
    if (line.length() > LONGEST_LINE) {
      return;
    }
    Optional<Report> report =
        pattern(job)
            .map(format -> format.read(line).map(Report::of))
            .orElseGet(() -> isJson(line) && isDue(job) ? Report.read(line) : Optional.empty());
    if (report.isPresent() && isDue(job)) {
      jobs.apply(job).ifPresent(found -> take(found, report.get()));
    }
  }

  private static boolean isJson(String line) {
    return line.startsWith("{") && line.contains("\"step\"");
  }

  private boolean isDue(JobId job) {
    return Optional.ofNullable(last.get(job))
        .filter(known -> time.instant().isBefore(known.at().plus(BETWEEN)))
        .isEmpty();
  }

  /**
   * The regular expression by which a job reports its steps; it counts epochs, so it sees each
   * line.
   */
  private Optional<ProgressFormat> pattern(JobId job) {
    Optional<ProgressFormat> known = Optional.ofNullable(patterns.get(job));
    if (known.isPresent() || last.containsKey(job)) {
      return known;
    }
    Optional<ProgressFormat> fresh =
        jobs.apply(job)
            .map(found -> found.spec().program().progress())
            .filter(expression -> !expression.isBlank())
            .map(ProgressFormat::of);
    fresh.ifPresent(format -> patterns.put(job, format));
    return fresh;
  }

  private void take(Job job, Report report) {
    Last now = Last.of(job, time.instant(), Optional.ofNullable(last.get(job.id())));
    last.put(job.id(), now);
    if (last.size() > limit) {
      forgetEndedJobs();
    }
    receiver.take(
        job.id(),
        new JobSample(
            now.at(),
            report.step(),
            now.rate(job),
            Words.size(job.allocation().size()),
            report.loss(),
            report.computeSeconds(),
            report.syncSeconds()));
  }

  private void forgetEndedJobs() {
    last.keySet().removeIf(job -> jobs.apply(job).isEmpty());
    patterns.keySet().removeIf(job -> jobs.apply(job).isEmpty());
    limit = Math.max(FEW_JOBS, 2 * last.size());
  }

  /** What a line says. */
  private record Report(
      double step,
      Optional<Double> loss,
      Optional<Double> computeSeconds,
      Optional<Double> syncSeconds) {
    static Report of(ProgressReport report) {
      Optional<Double> loss =
          report.loss().isPresent() ? Optional.of(report.loss().getAsDouble()) : Optional.empty();
      return new Report(report.step(), loss, Optional.empty(), Optional.empty());
    }

    /** The report in a line of JSON, if it has a step. */
    static Optional<Report> read(String line) {
      try {
        JsonNode report = Json.MAPPER.readTree(line);
        return number(report, "step")
            .map(step ->
                new Report(
                    step,
                    number(report, "loss"),
                    number(report, "computeSeconds"),
                    number(report, "syncSeconds")));
      } catch (JsonProcessingException otherText) {
        return Optional.empty();
      }
    }

    private static Optional<Double> number(JsonNode report, String key) {
      JsonNode value = report.path(key);
      return value.isNumber() && Double.isFinite(value.doubleValue())
          ? Optional.of(value.doubleValue())
          : Optional.empty();
    }
  }
}
