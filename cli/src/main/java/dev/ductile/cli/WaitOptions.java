package dev.ductile.cli;

import dev.ductile.cli.service.Words;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.rest.client.UnreachableException;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options to wait for the end of jobs. */
final class WaitOptions {
  private static final Set<String> ENDED = Set.of("succeeded", "failed", "cancelled");
  private static final Duration PAUSE = Duration.ofSeconds(1);

  @Option(
      names = "--wait",
      description = "Waits until the job has ended. The job goes on if you stop the wait.")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "The longest wait, such as 2h; after it the exit status is 7.")
  private Optional<String> timeout = Optional.empty();

  boolean isGiven() {
    return wait;
  }

  /** A longest wait without a wait is a mistake. */
  void require() {
    if (timeout.isPresent() && !wait) {
      throw new InputException("--timeout is the longest time of --wait; give --wait, too");
    }
    var _ = longest();
  }

  /** Waits if the options ask for it. */
  int status(Client client, ServiceOutput output, String job) throws InterruptedException {
    return wait ? status(client, output, List.of(job)) : ExitStatus.OK;
  }

  /** Waits until all jobs have ended; a job that has not succeeded decides the exit status. */
  int status(Client client, ServiceOutput output, List<String> jobs) throws InterruptedException {
    long deadline = System.nanoTime() + longest().toNanos();
    int status = ExitStatus.OK;
    for (String job : jobs) {
      Optional<JobDetails> end = end(client, output, job, deadline);
      if (end.isEmpty()) {
        Output.say(
            "ductile: the job %s has not ended in time; it goes on: ductile job %s"
                .formatted(job, job));
        return ExitStatus.TIMEOUT;
      }
      String state = end.get().job().state();
      output.note(
          "%s %s%s".formatted(job, state, end.get().message().map(": "::concat).orElse("")));
      status = state.equals("succeeded") ? status : ExitStatus.JOB_FAILED;
    }
    return status;
  }

  private Duration longest() {
    return timeout
        .map(text ->
            Quantity.duration(text)
                .filter(time -> !time.isNegative() && time.toDays() <= 36_500)
                .orElseThrow(() ->
                    new InputException(
                        "--timeout takes a time such as 90s or 2h, not \"%s\"".formatted(text))))
        .orElse(Duration.ofDays(36_500));
  }

  /** The job at its end; empty if the time is over. */
  private static Optional<JobDetails> end(
      Client client, ServiceOutput output, String job, long deadline) throws InterruptedException {
    String before = "";
    for (int failed = 0; ; ) {
      try {
        JobDetails now = client.get(ResourcePath.of("jobs", job), JobDetails.class);
        failed = 0;
        if (ENDED.contains(now.job().state())) {
          return Optional.of(now);
        }
        before = told(output, now.job(), before);
      } catch (UnreachableException lost) {
        failed++;
        if (failed >= ServiceOptions.TRIES) {
          throw lost;
        }
        output.note(lost.getMessage() + "; trying again");
      }
      if (System.nanoTime() - deadline >= 0) {
        return Optional.empty();
      }
      Thread.sleep(PAUSE);
    }
  }

  /** A line for each change of the state or of the size. */
  private static String told(ServiceOutput output, JobSummary job, String before) {
    String now =
        "%s %s%s%s"
            .formatted(
                job.id(),
                job.state(),
                isNone(job.size()) ? "" : ", " + Words.size(job.size()),
                job.reason().map(reason -> ": " + reason.sentence()).orElse(""));
    if (!now.equals(before)) {
      output.note(now);
    }
    return now;
  }

  private static boolean isNone(TaskCounts size) {
    return size.workers() + size.servers() == 0;
  }
}
