package dev.ductile.server.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
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
 * parts of the time of a step. At most one measurement a second of each job is kept.
 */
public final class SampleRecorder {
  private static final Duration BETWEEN = Duration.ofSeconds(1);
  private static final int LONGEST_LINE = 10_000;

  private final InstantSource time;
  private final Function<JobId, Optional<Job>> jobs;
  private final Receiver receiver;
  private final Map<JobId, Last> last = new ConcurrentHashMap<>();

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
    if (line.length() > LONGEST_LINE || !line.startsWith("{") || !line.contains("\"step\"")) {
      return;
    }
    Instant now = time.instant();
    Optional<Last> before = Optional.ofNullable(last.get(job));
    if (before.filter(known -> now.isBefore(known.at().plus(BETWEEN))).isPresent()) {
      return;
    }
    read(line)
        .filter(report -> report.path("step").isNumber())
        .ifPresent(report ->
            jobs.apply(job).ifPresent(found -> take(found, report, Last.of(found, now, before))));
  }

  private void take(Job job, JsonNode report, Last now) {
    last.put(job.id(), now);
    receiver.take(job.id(), sample(job, report, now));
  }

  private static Optional<JsonNode> read(String line) {
    try {
      return Optional.of(Json.MAPPER.readTree(line));
    } catch (JsonProcessingException otherText) {
      return Optional.empty();
    }
  }

  private static JobSample sample(Job job, JsonNode report, Last now) {
    return new JobSample(
        now.at(),
        report.path("step").doubleValue(),
        now.rate(job),
        Words.size(job.allocation().size()),
        number(report, "loss"),
        number(report, "computeSeconds"),
        number(report, "syncSeconds"));
  }

  private static Optional<Double> number(JsonNode report, String key) {
    JsonNode value = report.path(key);
    return value.isNumber() && Double.isFinite(value.doubleValue())
        ? Optional.of(value.doubleValue())
        : Optional.empty();
  }
}
