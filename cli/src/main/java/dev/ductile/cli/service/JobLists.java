package dev.ductile.cli.service;

import dev.ductile.rest.JobSummary;
import dev.ductile.rest.LogName;
import java.util.List;
import java.util.Optional;

/** Lists of jobs. */
public final class JobLists {

  private JobLists() {}

  public static Listing<JobSummary> of(List<JobSummary> jobs, Times times) {
    return new Listing<>(
        "jobs",
        jobs,
        columns(times),
        List.of("reason", "owner", "queue", "servers", "left"),
        JobSummary::id);
  }

  /** The logs of one job. */
  public static Listing<LogName> logs(List<LogName> logs, Times times) {
    return new Listing<>(
        "logs",
        logs,
        List.of(
            Column.of("task", LogName::task),
            Column.of("generation", log -> Integer.toString(log.generation())),
            Column.of("bytes", log -> Long.toString(log.bytes())),
            Column.of("written", log -> times.at(log.written()))),
        List.of(),
        LogName::task);
  }

  private static List<Column<JobSummary>> columns(Times times) {
    return List.of(
        Column.of("job", JobSummary::id),
        Column.of("state", JobLists::state, JobSummary::state),
        Column.of(
            "workers",
            job -> Words.within(job.size().workers(), job.least().workers(), job.most().workers()),
            job -> Integer.toString(job.size().workers())),
        Column.of(
            "servers",
            job -> Words.within(job.size().servers(), job.least().servers(), job.most().servers()),
            job -> Integer.toString(job.size().servers())),
        Column.of("done", job -> Words.percent(progress(job)), job -> Words.number(progress(job))),
        Column.of(
            "left",
            job -> job.remainingSeconds().map(Times::length).orElse(""),
            job -> job.remainingSeconds().map(Words::number).orElse("")),
        Column.of("queue", JobSummary::queue),
        Column.of("owner", JobSummary::owner),
        Column.of("age", job -> times.age(job.submitted()), job -> job.submitted().toString()),
        Column.of("reason", job -> Words.sentence(job.reason()), JobLists::reasonKind),
        Column.wide("flags", job -> String.join(" ", job.flags())),
        Column.wide("name", JobSummary::name),
        Column.wide("priority", job -> Integer.toString(job.priority())),
        Column.wide("steps", job -> Words.number(job.steps())),
        Column.wide(
            "total",
            job -> job.totalSteps().map(Words::number).orElse("unknown"),
            job -> job.totalSteps().map(Words::number).orElse("")),
        Column.wide("steps/s", job -> Words.number(job.stepsPerSecond())),
        Column.wide(
            "submitted", job -> times.at(job.submitted()), job -> job.submitted().toString()),
        Column.wide("started", job -> times.at(job.started()), job -> text(job.started())),
        Column.wide("ended", job -> times.at(job.ended()), job -> text(job.ended())));
  }

  /** The state with its flags. */
  static String state(JobSummary job) {
    return job.flags().isEmpty()
        ? job.state()
        : "%s, %s".formatted(job.state(), String.join(", ", job.flags()));
  }

  static double progress(JobSummary job) {
    return job.totalSteps().map(total -> Math.min(1, job.steps() / total)).orElse(Double.NaN);
  }

  private static String reasonKind(JobSummary job) {
    return job.reason().map(reason -> reason.kind()).orElse("");
  }

  private static String text(Optional<?> value) {
    return value.map(Object::toString).orElse("");
  }
}
