package dev.ductile.runtime.master.saving;

import dev.ductile.runtime.job.CheckpointSpec;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Decides when a job is saved while it trains. By steps, it is saved at each multiple of {@code
 * everySteps}, counted from the newest complete checkpoint. A checkpoint that was missed, lost in a
 * reconfiguration or not written is made up for as soon as possible.
 */
public final class CheckpointSchedule {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 6;

  private final CheckpointSpec wanted;
  private long orderedAt;
  private long orderedBefore;
  private long newest;
  private int vain;

  /**
   * A rule that has ordered no checkpoint yet.
   *
   * @param now the time from which the interval counts
   * @param goesOn whether another master began the job; its last save is unknown, so the interval
   *     counts as over
   */
  public CheckpointSchedule(CheckpointSpec wanted, long now, boolean goesOn) {
    this.wanted = wanted;
    orderedAt = goesOn ? now - wanted.every().map(Duration::toNanos).orElse(0L) : now;
    orderedBefore = orderedAt;
  }

  /**
   * The step at which to save, if that must be ordered now.
   *
   * @param saved the step of the newest complete checkpoint; 0 without one
   * @param earliest the first step at which an order of now can still be followed
   * @param soon an order for a step after this one can wait
   */
  public OptionalLong due(long now, long saved, long earliest, long soon) {
    if (saved != newest) {
      newest = saved;
      vain = 0;
    }
    if (vain > 0 && now - orderedAt < pause()) {
      return OptionalLong.empty();
    }
    if (wanted.every().filter(time -> now - orderedAt >= time.toNanos()).isPresent()) {
      return OptionalLong.of(earliest);
    }
    long next = wanted.everySteps().map(many -> (saved / many + 1) * many).orElse(Long.MAX_VALUE);
    return next <= soon ? OptionalLong.of(Math.max(next, earliest)) : OptionalLong.empty();
  }

  private long pause() {
    return FIRST_PAUSE.toNanos() << Math.min(vain - 1, MOST_DOUBLINGS);
  }

  /** A checkpoint was ordered; until it is complete, the next order waits longer each time. */
  public void ordered(long now) {
    orderedBefore = orderedAt;
    orderedAt = now;
    vain++;
  }

  /** The ordered checkpoint will not come, for another reason than a failed write. */
  public void isForgotten() {
    orderedAt = orderedBefore;
    vain = 0;
  }
}
