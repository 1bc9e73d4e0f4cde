package dev.ductile.api;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Why a job gets its grant or waits: a kind and named values for programs, and a sentence with the
 * same values for people. Both are made only when they are read. {@link ReasonValue} lists the
 * names.
 */
public record Reason(Kind kind, Phrase phrase) {
  /** A hundred million years in seconds: times above this are written as such, not in days. */
  private static final double LONGEST = 1e8 * 365.25 * 86_400;

  /** Times below this would be written as zero seconds. */
  private static final double SHORTEST = 0.5e-3;

  /** The kinds of reasons that a program may distinguish. */
  public enum Kind {
    STARTED(Source.GRANT),
    KEPT(Source.GRANT),
    GROWN(Source.GRANT),
    SHRUNK(Source.GRANT),
    MOVED(Source.GRANT),
    PREEMPTED(Source.OTHER_JOBS),
    PROTECTED(Source.RULE),
    BEHIND_IN_QUEUE(Source.OTHER_JOBS),
    WAITING_FOR_CAPACITY(Source.OTHER_JOBS),
    INFEASIBLE(Source.RULE),
    PREFERS_OTHERS(Source.OTHER_JOBS),
    NO_SPEED_KNOWN(Source.OTHER_JOBS),
    HELD(Source.RULE),
    WAITING_FOR_JOBS(Source.RULE),
    OVER_QUOTA(Source.RULE),
    OVER_SHARE(Source.OTHER_JOBS),
    COOLING_DOWN(Source.RULE),
    ALTERNATING(Source.RULE),
    GANG(Source.RULE),
    GRANT_DROPPED(Source.RULE);

    private final Source source;

    Kind(Source source) {
      this.source = source;
    }

    /** Whether a job has its grant, gives way to other jobs, or may not have one. */
    private enum Source {
      GRANT,
      OTHER_JOBS,
      RULE
    }

    /** Whether a job with this reason has a grant. */
    public boolean isOfGrant() {
      return source == Source.GRANT;
    }

    /** The kind for a job that holds resources and loses all of them for this reason. */
    public Kind ofHolder() {
      return source == Source.OTHER_JOBS ? PREEMPTED : this;
    }

    /** The kind of the change that a grant makes to the allocation of its job. */
    public static Kind of(Job job, Allocation granted) {
      if (!job.holdsResources()) {
        return STARTED;
      }
      if (job.allocation().equals(granted)) {
        return KEPT;
      }
      int bySize = granted.size().compareTo(job.allocation().size());
      return bySize == 0 ? MOVED : bySize > 0 ? GROWN : SHRUNK;
    }
  }

  /**
   * A reason whose sentence is made from a template such as {@code needs {need}, and {free} is
   * free}.
   *
   * @param values one for each gap of the template, in their order
   */
  public static Reason of(Kind kind, String template, Object... values) {
    return new Reason(kind, Phrase.of(template, values));
  }

  public String sentence() {
    return phrase.text();
  }

  /** The values of the sentence by their names, in its order. */
  public Map<String, Object> values() {
    return phrase.named();
  }

  /**
   * A duration, rounded, in its two largest units: {@code 45 s}, {@code 3 min 20 s}, {@code 2 d 5
   * h}.
   */
  public static String text(Duration duration) {
    if (duration.isNegative()) {
      return "-" + text(duration.negated());
    }
    long millis = rounded(duration, Duration.ofMillis(1));
    if (millis < 10_000 && millis % 1_000 > 0) {
      return text(millis / 1e3) + " s";
    }
    long seconds = rounded(duration, Duration.ofSeconds(1));
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3_600) {
      return units(seconds, 60, "min", "s");
    }
    long minutes = rounded(duration, Duration.ofMinutes(1));
    return minutes < 24 * 60
        ? units(minutes, 60, "h", "min")
        : units(rounded(duration, Duration.ofHours(1)), 24, "d", "h");
  }

  /** The duration in this unit, rounded and not cut. */
  private static long rounded(Duration duration, Duration unit) {
    return duration.plus(unit.dividedBy(2)).dividedBy(unit);
  }

  private static String units(long count, int perLarge, String unit, String smaller) {
    long small = count % perLarge;
    return count / perLarge + " " + unit + (small == 0 ? "" : " " + small + " " + smaller);
  }

  /** A count with its noun: {@code 1 job}, {@code 3 jobs}. */
  public static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /**
   * A time as text. An infinite or unknown time is written as {@code otherwise}, and a very short
   * one as {@code less than 1 ms} instead of zero.
   */
  public static String span(double seconds, String otherwise) {
    if (!Double.isFinite(seconds)) {
      return otherwise;
    }
    if (seconds > 0 && seconds < SHORTEST) {
      return "less than 1 ms";
    }
    return seconds > LONGEST
        ? "more than a hundred million years"
        : text(Duration.ofMillis(Math.round(seconds * 1e3)));
  }

  /** A number with three significant digits, or with all digits of its whole part. */
  public static String text(double number) {
    if (Double.isNaN(number)) {
      return "unknown";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "infinite" : "minus infinite";
    }
    if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      return Long.toString((long) number);
    }
    boolean isPlain = Math.abs(number) >= 100 && Math.abs(number) < 1e15;
    return String.format(Locale.ROOT, isPlain ? "%.0f" : "%.3g", number);
  }

  @Override
  public String toString() {
    return sentence();
  }
}
