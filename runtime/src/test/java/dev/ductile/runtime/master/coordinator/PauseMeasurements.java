package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.master.report.Pause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The pauses of a history, each held against the moment at which a worker last made progress. */
final class PauseMeasurements {
  private static final Set<Cause> PLANNED =
      EnumSet.of(Cause.CHANGE, Cause.CHECKPOINT, Cause.FINISH, Cause.STOP);

  private final List<Pause> all = new ArrayList<>();
  private long progressAt;

  /** A worker ends a step, or is resumed. */
  Optional<Long> progress(long now) {
    progressAt = now;
    return Optional.of(now);
  }

  /** When any worker last did so. */
  long progressAt() {
    return progressAt;
  }

  List<Pause> all() {
    return all;
  }

  /** An unplanned pause begins when the last step ended, or earlier. */
  void add(Pause pause, long now, Collection<FakeTask> tasks) {
    all.add(pause);
    long begin = now - pause.nanos();
    boolean survivors = tasks.stream().anyMatch(one -> one.progressAt.isPresent());
    if (!PLANNED.contains(pause.cause()) && survivors && begin > progressAt) {
      throw new IllegalStateException(
          "%s begins at %d, and the last step ended at %d".formatted(pause, begin, progressAt));
    }
  }
}
