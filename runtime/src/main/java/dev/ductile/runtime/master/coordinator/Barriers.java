package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.master.report.Pause;
import dev.ductile.runtime.protocol.MasterMessage;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Measures a reconfiguration through all of its attempts: the moment when training paused, and each
 * barrier after it.
 */
final class Barriers {
  /** A point that each attempt passes, in this order. */
  enum Barrier {
    /** The first worker has halted. */
    FIRST_HALT,
    /** All workers have halted. */
    WORKERS,
    /** All servers have halted. */
    SERVERS,
    /** All splits are in memory. */
    SPLITS
  }

  private final Map<Barrier, Long> passedAt = new EnumMap<>(Barrier.class);
  private final Map<Integer, Long> reported = new HashMap<>();
  private final Map<Integer, Long> stepEnds = new HashMap<>();
  private final Map<Integer, Long> resumes = new HashMap<>();
  private boolean open;
  private boolean cutOff;
  private boolean halted;
  private int attempts;
  private long openedAt;
  private Optional<Long> resumedAt = Optional.empty();
  private Optional<Long> firstHalt = Optional.empty();

  /** A job that has trained under an earlier master must be reconfigured. */
  void takeOver(long now) {
    open(now);
  }

  /**
   * A worker reports steps.
   *
   * @param idleNanos the time since the last of them ended
   */
  void progressed(int worker, long idleNanos, long now) {
    reported.merge(worker, now - idleNanos, Math::max);
  }

  /** The master decides to reconfigure the job; an open reconfiguration continues. */
  void open(long now) {
    if (!open) {
      open = true;
      openedAt = now;
      cutOff = false;
      attempts = 0;
      firstHalt = Optional.empty();
      stepEnds.clear();
      resumes.clear();
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
    halted = false;
    Arrays.stream(Barrier.values()).forEach(each -> passed(each, now));
  }

  /** A worker that has trained has halted. */
  void halted(int worker, MasterMessage.Idle idle, long now) {
    (idle.sinceStep() ? stepEnds : resumes).merge(worker, now - idle.nanos(), Math::min);
    if (!halted) {
      halted = true;
      passed(Barrier.FIRST_HALT, now);
      firstHalt = firstHalt.or(() -> Optional.of(now));
    }
  }

  void passed(Barrier which, long now) {
    passedAt.put(which, now);
  }

  /** Training resumes. */
  Pause close(int generation, Cause cause, long now) {
    open = false;
    long begin = begin();
    resumedAt = Optional.of(now);
    reported.clear();
    return new Pause(
        generation,
        cause,
        attempts,
        Math.max(0, begin - openedAt),
        Math.max(0, at(Barrier.FIRST_HALT) - begin),
        at(Barrier.WORKERS) - at(Barrier.FIRST_HALT),
        at(Barrier.SERVERS) - at(Barrier.WORKERS),
        at(Barrier.SPLITS) - at(Barrier.SERVERS),
        now - at(Barrier.SPLITS));
  }

  /** If workers halted within a step, their work since the previous step is lost. */
  private long begin() {
    long halt = firstHalt.orElse(at(Barrier.FIRST_HALT));
    return cutOff ? Math.min(halt, lastProgress()) : halt;
  }

  /**
   * The moment when any worker last finished a step, or else when training resumed. A halted worker
   * reports it exactly. Of a lost worker the last report counts: it may have trained while the
   * halted ones had nothing left to do.
   */
  private long lastProgress() {
    var ends = new HashMap<>(reported);
    resumes.keySet().forEach(ends::remove);
    ends.putAll(stepEnds);
    long since = resumedAt.orElseGet(() -> earliest(resumes.values()).orElse(openedAt));
    long last = ends.isEmpty() ? since : Collections.max(ends.values());
    return resumedAt.map(then -> Math.max(then, last)).orElse(last);
  }

  private static Optional<Long> earliest(Collection<Long> moments) {
    return moments.stream().min(Comparator.naturalOrder());
  }

  private long at(Barrier which) {
    return passedAt.getOrDefault(which, openedAt);
  }
}
