package dev.ductile.cli.service;

import dev.ductile.rest.JobAccount;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.LogName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One job as text. */
public final class JobAnswers {
  private static final double HOUR_SECONDS = 3_600;
  private static final int MOST_LOGS = 8;

  private JobAnswers() {}

  public static Answer of(JobDetails details, Times times) {
    JobSummary job = details.job();
    return Answer.of(
        details,
        width -> text(details, times, width),
        JobLists.of(List.of(job), times),
        List.of(job.id()));
  }

  private static String text(JobDetails details, Times times, int width) {
    JobSummary job = details.job();
    var facts = new Facts();
    facts.add("message", details.message().orElse(""));
    facts.add("reason", Words.sentence(job.reason()));
    facts.add(
        "queue", "%s, priority %d, owner %s".formatted(job.queue(), job.priority(), job.owner()));
    facts.add("size", size(details));
    facts.add("progress", progress(job));
    facts.add("speed", details.speedSource().orElse(""));
    times(facts, job, times);
    facts.add("after", String.join(", ", details.after()));
    facts.add("nodes", Words.places(details.nodes()));
    facts.add("worker", Words.amounts(details.workerResources()));
    facts.add("server", Words.amounts(details.serverResources()));
    facts.add("shape", "%s, %s rescales".formatted(details.aggregation(), details.rescaleMode()));
    facts.add("command", Words.command(details.command()));
    facts.add("directory", details.directory());
    facts.add("labels", labels(details));
    facts.add("account", account(details.account()));
    facts.add("logs", logs(details.logs()));
    return "%s  %s%n".formatted(job.id(), JobLists.state(job)) + facts.text(width);
  }

  private static String size(JobDetails details) {
    var parts = new ArrayList<String>();
    String size = Words.size(details.job().size());
    parts.add(details.job().ended().isPresent() ? "had " + size : size);
    details.fixed().ifPresent(fixed -> parts.add("fixed by hand at " + Words.size(fixed)));
    if (!details.sizes().isBlank()) {
      parts.add("may have " + details.sizes());
    }
    return String.join("; ", parts);
  }

  private static String progress(JobSummary job) {
    var parts = new ArrayList<String>();
    parts.add(
        job.totalSteps()
            .map(total ->
                "%s of %s steps"
                    .formatted(Words.percent(JobLists.progress(job)), Words.number(total)))
            .orElseGet(() ->
                job.steps() > 0
                    ? Words.count((long) job.steps(), "step") + " of unknown work"
                    : "unknown"));
    if (job.stepsPerSecond() > 0) {
      parts.add(Words.number(job.stepsPerSecond()) + " steps/s");
    }
    job.remainingSeconds()
        .ifPresent(left -> parts.add("about %s left".formatted(Times.length(left))));
    return String.join(", ", parts);
  }

  private static void times(Facts facts, JobSummary job, Times times) {
    facts.add("submitted", times.atAndAge(job.submitted()));
    facts.add("started", job.started().map(times::atAndAge).orElse(""));
    facts.add("ended", job.ended().map(times::atAndAge).orElse(""));
  }

  private static String labels(JobDetails details) {
    return details.labels().entrySet().stream()
        .map(label -> label.getKey() + "=" + label.getValue())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static String account(JobAccount account) {
    return "%s; waited %s, paused %s; %s, %s, %s, %s; %s steps made again"
        .formatted(
            devices(account),
            Times.length(account.waitedSeconds()),
            Times.length(account.pausedSeconds()),
            Words.count(account.rescales(), "rescale"),
            Words.count(account.moves(), "move"),
            Words.count(account.preemptions(), "preemption"),
            Words.count(account.restarts(), "restart"),
            Words.number(account.lostSteps()));
  }

  /** {@code used 61% of 3.2 device-hours}; without the share if the use is not measured. */
  private static String devices(JobAccount account) {
    String hours = Words.number(account.deviceSeconds() / HOUR_SECONDS) + " device-hours";
    return Words.part(account.usedDeviceSeconds(), account.measuredDeviceSeconds())
        .map(share -> "used %s of %s".formatted(share, hours))
        .orElse(hours);
  }

  private static String logs(List<LogName> logs) {
    String shown =
        logs.stream()
            .limit(MOST_LOGS)
            .map(log -> "%s (generation %d)".formatted(log.task(), log.generation()))
            .collect(Collectors.joining(", "));
    return logs.size() > MOST_LOGS
        ? "%s and %d more".formatted(shown, logs.size() - MOST_LOGS)
        : shown;
  }
}
