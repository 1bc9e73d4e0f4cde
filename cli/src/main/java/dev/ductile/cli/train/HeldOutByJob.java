package dev.ductile.cli.train;

import dev.ductile.api.JobId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The newest figures of held-out examples of each job, from the lines that its master prints.
 * Written by one thread and read by another.
 */
public final class HeldOutByJob {
  private static final String KEY = "\"heldOut\"";

  private final Map<JobId, HeldOutFigures> newest = new HashMap<>();

  /** Takes a line of a job. */
  public void take(JobId job, String line) {
    if (line.contains(KEY)) {
      StatusLine.of(line.strip())
          .flatMap(StatusLine::heldOut)
          .ifPresent(figures -> note(job, figures));
    }
  }

  private synchronized void note(JobId job, HeldOutFigures figures) {
    newest.put(job, figures);
  }

  /** Such as {@code held out: loss 0.2310, accuracy 91.2 % of 3,256 examples, at step 1,200}. */
  public synchronized Optional<String> sentence(JobId job) {
    return Optional.ofNullable(newest.get(job)).map(HeldOutFigures::sentence);
  }
}
