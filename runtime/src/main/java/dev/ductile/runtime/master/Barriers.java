package dev.ductile.runtime.master;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Times a regroup through all of its attempts: when training stopped, and each barrier after it.
 */
final class Barriers {
  /** A point that each attempt passes, in this order. */
  enum Barrier {
    /** The first worker stands. */
    STANDING,
    /** All workers stand. */
    WORKERS,
    /** All servers stand. */
    SERVERS,
    /** All splits are in memory. */
    SPLITS
  }

  private final Map<Barrier, Long> passedAt = new EnumMap<>(Barrier.class);
  private final Map<Integer, Long> stepEnds = new HashMap<>();
  private boolean open;
  private boolean cutOff;
  private boolean standing;
  private int attempts;
  private long openedAt;
  private Optional<Long> lastReport = Optional.empty();
  private Optional<Long> firstStand = Optional.empty();

  /** A job that has trained under an earlier master has to regroup. */
  void takeOver(long now) {
    lastReport = Optional.of(now);
    open(now);
  }

  /** A step has ended, as far as reports tell. */
  void stepEnded(long now) {
    lastReport = Optional.of(now);
  }

  /** The master knows that the job has to regroup; an open regroup goes on. */
  void open(long now) {
    if (!open) {
      open = true;
      openedAt = now;
      cutOff = false;
      attempts = 0;
      firstStand = Optional.empty();
      stepEnds.clear();
    }
  }

  /**
   * An attempt begins.
   *
   * @param atBoundary whether workers end their step first
   */
  void attempt(boolean atBoundary, long now) {
    open(now);
    attempts++;
    cutOff |= !atBoundary;
    standing = false;
    Arrays.stream(Barrier.values()).forEach(each -> passed(each, now));
  }

  /** A worker that has trained stands. */
  void stood(int worker, long idleNanos, long now) {
    stepEnds.merge(worker, now - idleNanos, Math::min);
    if (!standing) {
      standing = true;
      passed(Barrier.STANDING, now);
      firstStand = firstStand.or(() -> Optional.of(now));
    }
  }

  void passed(Barrier which, long now) {
    passedAt.put(which, now);
  }

  /** All go on. */
  Pause close(int generation, Cause cause, long now) {
    open = false;
    long begin = begin();
    lastReport = Optional.of(now);
    return new Pause(
        generation,
        cause,
        attempts,
        Math.max(0, begin - openedAt),
        Math.max(0, at(Barrier.STANDING) - begin),
        at(Barrier.WORKERS) - at(Barrier.STANDING),
        at(Barrier.SERVERS) - at(Barrier.WORKERS),
        at(Barrier.SPLITS) - at(Barrier.SERVERS),
        now - at(Barrier.SPLITS));
  }

  /**
   * Where workers were stopped within a step, what they did since the last one is lost. Workers
   * know best when that was; reports tell where no worker that has trained is left.
   */
  private long begin() {
    long stand = firstStand.orElse(at(Barrier.STANDING));
    long lastStep =
        stepEnds.isEmpty() ? lastReport.orElse(openedAt) : Collections.max(stepEnds.values());
    return cutOff ? Math.min(stand, lastStep) : stand;
  }

  private long at(Barrier which) {
    return passedAt.getOrDefault(which, openedAt);
  }
}
