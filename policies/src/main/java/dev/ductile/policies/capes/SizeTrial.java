package dev.ductile.policies.capes;

import dev.ductile.api.Job;
import dev.ductile.api.Note;
import dev.ductile.policies.sizing.Candidate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The state of a new job that tries its sizes, the least first: it trains at size number {@code
 * level}, counted from 1, until an instant. At level 0 it has not begun. A level that has {@link
 * #ENDED} has been tried, and the next one has not begun.
 */
record SizeTrial(int level, Instant until) implements Note {
  private static final Instant ENDED = Instant.EPOCH;

  /** A job that has tried no size yet. */
  static final SizeTrial NEW = new SizeTrial(0, ENDED);

  /** A job that has tried all its sizes, however many. */
  static final SizeTrial OVER = new SizeTrial(Integer.MAX_VALUE, ENDED);

  boolean isOver(int sizes) {
    return level > sizes || sizes < 2 || (level == sizes && isBetween());
  }

  /** Whether it has tried some sizes and is not trying one now. */
  boolean isBetween() {
    return level > 0 && until.equals(ENDED);
  }

  /**
   * The state at this instant, if the job can continue; a size counts as tried only if the job held
   * it.
   */
  SizeTrial at(Instant now, Candidate candidate, int sizes, Duration period) {
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
    return level < sizes ? begin(level + 1, now, length) : new SizeTrial(level, ENDED);
  }

  /** Trials end at whole microseconds. */
  private static SizeTrial begin(int level, Instant now, Duration length) {
    return new SizeTrial(level, now.plus(length).truncatedTo(ChronoUnit.MICROS));
  }
}
