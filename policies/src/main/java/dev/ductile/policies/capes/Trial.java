package dev.ductile.policies.capes;

import dev.ductile.api.Job;
import dev.ductile.api.Standing;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How far a new job has come in trying sizes, the least first: it trains at the size number {@code
 * level}, counted from 1, until some instant. Level 0 has not begun; a level beyond the last has
 * tried them all.
 */
record Trial(int level, Instant until) {
  private static final Trial OVER = new Trial(Integer.MAX_VALUE, Instant.EPOCH);

  /** What the job's note says; one that has trained and has no note is not new. */
  static Trial noted(Job job, Instant now) {
    Standing standing = job.standing();
    if (standing.level() == 0 && job.stepsAt(now) > 0) {
      return OVER;
    }
    return new Trial(standing.level(), Instant.EPOCH.plus(standing.turn(), ChronoUnit.MICROS));
  }

  Standing note() {
    return new Standing(level, ChronoUnit.MICROS.between(Instant.EPOCH, until));
  }

  boolean isOver(int sizes) {
    return level > sizes || sizes < 2;
  }

  /** How far it is now, if nothing keeps it from going on. */
  Trial at(Instant now, Job job, int sizes, Duration period) {
    if (!job.holdsResources()) {
      Duration pause = level == 0 ? Duration.ZERO : job.pause();
      return begin(Math.max(1, level), now, pause.plus(period));
    }
    if (level > 0 && now.isBefore(until)) {
      return this;
    }
    return level < sizes
        ? begin(level + 1, now, job.pause().plus(period))
        : new Trial(level + 1, Instant.EPOCH);
  }

  private static Trial begin(int level, Instant now, Duration length) {
    return new Trial(level, now.plus(length).truncatedTo(ChronoUnit.MICROS));
  }
}
