package dev.ductile.bench.testbed;

/** An interval in nanoseconds of the machine's clock, which all processes share. */
record Span(long from, long to) {
  private static final double NANOS = 1e9;

  static Span parse(String line) {
    int space = line.indexOf(' ');
    if (space < 0) {
      throw new IllegalArgumentException("two moments expected, not \"%s\"".formatted(line));
    }
    return new Span(
        Long.parseLong(line.substring(0, space)), Long.parseLong(line.substring(space + 1)));
  }

  /** Whether the other span is inside this one. */
  boolean holds(Span other) {
    return from <= other.from && other.to <= to;
  }

  double seconds() {
    return seconds(from, to);
  }

  static double seconds(long from, long to) {
    return (to - from) / NANOS;
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return from + " " + to;
  }
}
