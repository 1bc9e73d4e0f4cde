package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobId;
import dev.ductile.api.Stability;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The last changes of one job, within the period of its limits. */
final class ChangeHistory {
  /**
   * Of more changes, the oldest are forgotten; enough for any limit of returns and its doublings.
   */
  private static final int KEPT = 2 * Stability.MOST;

  private final Stability limits;
  private final List<PastChange> changes = new ArrayList<>();

  ChangeHistory(Stability limits) {
    this.limits = limits;
  }

  ChangeHistory(Stability limits, List<PastChange> changes) {
    this.limits = limits;
    this.changes.addAll(changes);
  }

  /**
   * Adds a change.
   *
   * @param cause the number of events from outside before it
   */
  void add(Instant at, Allocation from, Allocation to, long cause) {
    changes.add(new PastChange(at, to, from.isNone(), 0, isReturn(to, cause), cause));
    Instant first = at.minus(limits.period());
    int old = 0;
    while (changes.get(old).at().isBefore(first) || changes.size() - old > KEPT) {
      old++;
    }
    changes.subList(0, old).clear();
  }

  /** The last change has paused the job for so long; a start is no pause. */
  void paused(Duration pause) {
    if (!last().isStart()) {
      changes.set(changes.size() - 1, last().paused(pause));
    }
  }

  /** Whether the job had this allocation or its size since the last event from outside. */
  private boolean isReturn(Allocation to, long cause) {
    boolean isResized = !changes.isEmpty() && !last().to().size().equals(to.size());
    for (int index = changes.size() - 1; index > 0; index--) {
      Allocation before = changes.get(index - 1).to();
      if (changes.get(index).cause() != cause) {
        return false;
      }
      if (before.equals(to) || (isResized && before.size().equals(to.size()))) {
        return true;
      }
    }
    return false;
  }

  private PastChange last() {
    return changes.getLast();
  }

  List<PastChange> list() {
    return List.copyOf(changes);
  }

  /** The changes without starts. */
  int count() {
    return (int) changes.stream().filter(change -> !change.isStart()).count();
  }

  /** The time that all changes have paused the job. */
  Duration paused() {
    return seconds(changes.stream().mapToDouble(PastChange::pausedSeconds).sum());
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  /** The changes since the pauses have exceeded their limit. */
  private int beyondPaused() {
    double limit = limits.longestPaused().toNanos() / 1e9;
    double sum = 0;
    int beyond = 0;
    for (PastChange change : changes) {
      sum += change.pausedSeconds();
      beyond += sum > limit && !change.isStart() ? 1 : 0;
    }
    return beyond;
  }

  int returns() {
    return (int) changes.stream().filter(PastChange::isReturn).count();
  }

  /** The time for which the job rests after its last change; zero within the limits. */
  Duration rest() {
    return limits.rest(Math.max(beyondPaused(), returns() - limits.mostReturns()));
  }

  boolean isBeyondReturns() {
    return returns() > limits.mostReturns();
  }

  /** The time until which no policy changes the job. */
  Instant heldUntil() {
    return last().at().plus(longer(leastTime(), rest()));
  }

  /** The time until which it may not even give back what its queue has borrowed. */
  Instant protectedUntil() {
    return last().at().plus(leastTime());
  }

  private Duration leastTime() {
    return last().isStart() ? longer(limits.minimumRun(), limits.cooldown()) : limits.cooldown();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /**
   * The job as one that changes too often. It stays so for the first rest after it was held, so
   * that alerts do not flap.
   */
  UnsteadyJob unsteady(JobId job) {
    boolean alternates = isBeyondReturns();
    return new UnsteadyJob(
        job,
        alternates,
        alternatives(),
        alternates ? returns() : count(),
        paused(),
        changes.stream()
            .filter(change -> alternates ? change.isReturn() : !change.isStart())
            .findFirst()
            .orElse(last())
            .at(),
        heldUntil(),
        heldUntil().plus(limits.firstRest()));
  }

  /**
   * The allocations to which the job has come back, or all of its allocations; the last one last.
   */
  List<Allocation> alternatives() {
    Set<Allocation> all = new LinkedHashSet<>();
    for (PastChange change : changes) {
      if (!isBeyondReturns() || change.isReturn()) {
        all.remove(change.to());
        all.add(change.to());
      }
    }
    return List.copyOf(all);
  }
}
