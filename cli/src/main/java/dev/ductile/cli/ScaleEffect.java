package dev.ductile.cli;

import dev.ductile.cli.service.Words;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.time.Duration;
import java.util.Set;

/** The effect of a size that was fixed by hand: at once, or when there is room. */
record ScaleEffect(Client client, String job, TaskCounts asked) {
  private static final Set<String> RUNNING = Set.of("starting", "running");
  private static final int LOOKS = 10;
  private static final Duration BETWEEN = Duration.ofMillis(200);

  /** One sentence, as soon as the scheduler has decided, and after two seconds at the latest. */
  String sentence() throws InterruptedException {
    JobDetails now = details();
    for (int i = 1; i < LOOKS && !isDecided(now.job()); i++) {
      Thread.sleep(BETWEEN);
      now = details();
    }
    return sentence(now);
  }

  private JobDetails details() {
    return client.get(ResourcePath.of("jobs", job), JobDetails.class);
  }

  private boolean isDecided(JobSummary now) {
    return now.size().equals(asked) || isEnded(now) || isHeld(now);
  }

  private static boolean isEnded(JobSummary now) {
    return now.ended().isPresent();
  }

  private static boolean isHeld(JobSummary now) {
    return now.flags().contains("held");
  }

  private String sentence(JobDetails details) {
    JobSummary now = details.job();
    String size = Words.size(asked);
    if (isEnded(now)) {
      return "%s has ended in the meantime.".formatted(job);
    }
    if (isHeld(now)) {
      return "%s is held; 'ductile resume %s' lets it start with %s.".formatted(job, job, size);
    }
    if (!RUNNING.contains(now.state())) {
      return "%s waits until there is room for %s; 'ductile why %s' says what is in the way."
          .formatted(job, size, job);
    }
    if (!now.size().equals(asked)) {
      return "%s keeps %s until there is room for %s; 'ductile why %s' says what is in the way."
          .formatted(job, Words.size(now.size()), size, job);
    }
    if (!now.flags().contains("rescaling")) {
      return "%s has %s now.".formatted(job, size);
    }
    return details.rescaleMode().equals("hot")
        ? "%s changes to %s now, while it trains.".formatted(job, size)
        : "%s changes to %s now: it writes a checkpoint, stops and starts again."
            .formatted(job, size);
  }
}
