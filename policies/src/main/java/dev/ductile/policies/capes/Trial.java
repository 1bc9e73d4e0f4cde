package dev.ductile.policies.capes;

import dev.ductile.api.Job;
import dev.ductile.api.Standing;
import dev.ductile.policies.elastic.Contender;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How far a new job has come in trying sizes, the least first: it trains at the size number {@code
 * level}, counted from 1, until some instant. Level 0 has not begun; one that ended in {@link
 * #ENDED} has been tried, and no other is on.
 */
record Trial(int level, Instant until) {
  private static final Instant ENDED = Instant.EPOCH;
  private static final Trial OVER = new Trial(Integer.MAX_VALUE, ENDED);

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
    return level > sizes || sizes < 2 || (level == sizes && isBetween());
  }

  /** Whether it has tried some sizes and is not trying one now. */
  boolean isBetween() {
    return level > 0 && until.equals(ENDED);
  }

  /** How far it is now, if nothing keeps it from going on; a size counts where it was held. */
  Trial at(Instant now, Contender contender, int sizes, Duration period) {
    Job job = contender.job();
    Duration length = level == 0 && !job.holdsResources() ? period : job.pause().plus(period);
    if (level == 0 || isBetween()) {
      return begin(level + 1, now, length);
    }
    if (!job.allocation().size().equals(contender.size(level - 1))) {
      return begin(level, now, length);
    }
    if (now.isBefore(until)) {
      return this;
    }
    return level < sizes ? begin(level + 1, now, length) : new Trial(level, ENDED);
  }

  private static Trial begin(int level, Instant now, Duration length) {
    return new Trial(level, now.plus(length).truncatedTo(ChronoUnit.MICROS));
  }
}
