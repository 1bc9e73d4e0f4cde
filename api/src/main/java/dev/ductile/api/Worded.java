package dev.ductile.api;

/**
 * A value with its own wording in a sentence: programs read the value, people the text.
 *
 * @param value a number, a name, {@link Resources}, amounts by resource, or a {@link Size}
 */
public record Worded(Object value, String text) {
  /** A count with its noun: {@code 3 jobs}. */
  public static Worded count(long count, String noun) {
    return new Worded(count, Reason.count(count, noun));
  }

  /** A position in a queue, counted from 1: {@code first}, {@code number 2}. */
  public static Worded position(int position) {
    return new Worded(position, position == 1 ? "first" : "number " + position);
  }

  /** A time; {@code otherwise} if it is infinite or unknown. */
  public static Worded seconds(double seconds, String otherwise) {
    return new Worded(seconds, Reason.span(seconds, otherwise));
  }

  @Override
  public String toString() {
    return text;
  }
}
