package dev.ductile.scenario.file;

import dev.ductile.api.Job;
import dev.ductile.api.Protection;
import dev.ductile.text.Quantity;
import dev.ductile.text.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The times of a running job of a state: its start, the last change of its tasks, and the end of
 * its protection.
 *
 * @param written the group of keys {@code running}
 */
record RunningSince(Written written, StateEntry.RunningEntry entry, Job job, Instant time) {
  RunningSince {
    Instant start = entry.started().orElse(job.submitted());
    Instant change = entry.changed().orElse(start);
    if (start.isBefore(job.submitted())) {
      throw written
          .need("started")
          .wrong("is %s, before the job's arrival, %s".formatted(start, job.submitted()));
    }
    if (change.isBefore(start)) {
      String what = entry.started().isPresent() ? "its start" : "the job's arrival";
      throw written.need("changed").wrong("is %s, before %s, %s".formatted(change, what, start));
    }
    if (change.isAfter(time)) {
      String key = entry.changed().isPresent() ? "changed" : "started";
      throw written
          .need(key)
          .wrong("is %s, after the time of the picture, %s".formatted(change, time));
    }
  }

  /** The last change of the tasks, if it is known. */
  Optional<Instant> changed() {
    return entry.changed().or(entry::started);
  }

  /** The end of the protection; the time of the picture for a job that is not protected. */
  Instant protectedUntil() {
    return entry.protectedUntil().orElseGet(this::byProtection);
  }

  private Instant byProtection() {
    Protection protection = job.spec().protection();
    Instant run = end(entry.started(), protection.minimumRun(), "minimumRun");
    Instant rested = end(changed(), protection.cooldown(), "cooldown");
    return run.isAfter(rested) ? run : rested;
  }

  private Instant end(Optional<Instant> begin, Duration protection, String key) {
    if (protection.isZero()) {
      return time;
    }
    return begin
        .map(at -> at.plus(protection))
        .orElseThrow(() ->
            written.breaks(
                "%s protects the job for %s, so it needs the key started: the time since which it runs"
                    .formatted(key, Quantity.text(protection))));
  }
}
