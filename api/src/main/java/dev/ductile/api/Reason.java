package dev.ductile.api;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Why a job gets what it gets: a word for machines and a sentence with its numbers for people. The
 * sentence is put together only when somebody reads it.
 */
public record Reason(Kind kind, String template, List<Object> values) {
  /** A hundred million years in seconds: longer times are not told in days. */
  private static final double LONGEST = 1e8 * 365.25 * 86_400;

  /** Shorter times would read as none at all. */
  private static final double SHORTEST = 0.5e-3;

  /** What a program may want to tell apart. */
  public enum Kind {
    STARTED,
    KEPT,
    GROWN,
    SHRUNK,
    MOVED,
    PREEMPTED,
    PROTECTED,
    BEHIND_IN_QUEUE,
    WAITING_FOR_CAPACITY,
    INFEASIBLE,
    PREFERS_OTHERS,
    NO_SPEED_KNOWN,
    HELD,
    OVER_QUOTA,
    GANG,
    GRANT_DROPPED
  }

  public static Reason of(Kind kind, String template, Object... values) {
    return new Reason(kind, template, List.of(values));
  }

  public String sentence() {
    return template.formatted(values.stream().map(Reason::readable).toArray());
  }

  private static Object readable(Object value) {
    return switch (value) {
      case Double number -> text(number);
      case Duration duration -> text(duration);
      default -> value;
    };
  }

  /** A duration in its two largest units: {@code 45 s}, {@code 3 min 20 s}, {@code 2 d 5 h}. */
  public static String text(Duration duration) {
    if (duration.isNegative()) {
      return "-" + text(duration.negated());
    }
    if (duration.toSeconds() < 10 && duration.toMillisPart() > 0) {
      return text(duration.toMillis() / 1e3) + " s";
    }
    if (duration.toMinutes() == 0) {
      return duration.toSeconds() + " s";
    }
    if (duration.toHours() == 0) {
      return units(duration.toMinutes(), "min", duration.toSecondsPart(), "s");
    }
    if (duration.toDays() == 0) {
      return units(duration.toHours(), "h", duration.toMinutesPart(), "min");
    }
    return units(duration.toDays(), "d", duration.toHoursPart(), "h");
  }

  private static String units(long large, String unit, int small, String smaller) {
    return large + " " + unit + (small == 0 ? "" : " " + small + " " + smaller);
  }

  /** A count with its noun: {@code 1 job}, {@code 3 jobs}. */
  public static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /**
   * So many seconds for people; an infinite or unknown number is {@code otherwise}, and a time too
   * short for a clock is not told as none.
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

  /** A number without digits that nobody reads. */
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
