package dev.ductile.policies.capes;

import dev.ductile.api.Job;
import dev.ductile.api.Note;
import dev.ductile.policies.sizing.Candidate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How far a new job has come in trying sizes, the least first: it trains at the size number {@code
 * level}, counted from 1, until some instant. Level 0 has not begun; one that ended in {@link
 * #ENDED} has been tried, and no other is on.
 */
record Trial(int level, Instant until) implements Note {
  private static final Instant ENDED = Instant.EPOCH;

  /** A job that has tried no size yet. */
  static final Trial NEW = new Trial(0, ENDED);

  /** A job that has tried all sizes, however many there are. */
  static final Trial OVER = new Trial(Integer.MAX_VALUE, ENDED);

  boolean isOver(int sizes) {
    return level > sizes || sizes < 2 || (level == sizes && isBetween());
  }

  /** Whether it has tried some sizes and is not trying one now. */
  boolean isBetween() {
    return level > 0 && until.equals(ENDED);
  }

  /** How far it is now, if nothing keeps it from going on; a size counts where it was held. */
  Trial at(Instant now, Candidate candidate, int sizes, Duration period) {
    Job job = candidate.job();
    Duration length = level == 0 && !job.holdsResources() ? period : job.pause().plus(period);
    if (level == 0 || isBetween()) {
      return begin(level + 1, now, length);
    }
    if (!job.allocation().size().equals(candidate.size(level - 1))) {
      return begin(level, now, length);
    }
    if (now.isBefore(until)) {
      return this;
    }
    return level < sizes ? begin(level + 1, now, length) : new Trial(level, ENDED);
  }

  /** Trials end at whole microseconds. */
  private static Trial begin(int level, Instant now, Duration length) {
    return new Trial(level, now.plus(length).truncatedTo(ChronoUnit.MICROS));
  }
}
