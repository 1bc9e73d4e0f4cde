package dev.ductile.api;

import java.util.List;
import java.util.Locale;

/**
 * Why a job gets what it gets: a word for machines and a sentence with its numbers for people. The
 * sentence is put together only when somebody reads it.
 */
public record Reason(Kind kind, String template, List<Object> values) {
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
    NO_SPEED_KNOWN
  }

  public static Reason of(Kind kind, String template, Object... values) {
    return new Reason(kind, template, List.of(values));
  }

  public String sentence() {
    return template.formatted(values.stream().map(Reason::readable).toArray());
  }

  private static Object readable(Object value) {
    return value instanceof Double number ? rounded(number) : value;
  }

  private static String rounded(double number) {
    if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      return Long.toString((long) number);
    }
    return String.format(Locale.ROOT, Math.abs(number) < 100 ? "%.3g" : "%.0f", number);
  }

  @Override
  public String toString() {
    return sentence();
  }
}
