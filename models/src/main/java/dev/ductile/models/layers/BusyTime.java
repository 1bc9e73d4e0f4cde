package dev.ductile.models.layers;

/**
 * The time in which at least one link is busy: the union of intervals that are added in the order
 * of their starts.
 */
final class BusyTime {
  private final double edge;
  private double end = Double.NEGATIVE_INFINITY;
  private double seconds;
  private double secondsBefore;

  /** A time without intervals. The busy time before the edge is also counted separately. */
  BusyTime(double edge) {
    this.edge = edge;
  }

  /** Adds an interval that does not start before earlier ones. */
  void add(double from, double to) {
    double start = Math.max(from, end);
    if (to > start) {
      seconds += to - start;
      secondsBefore += Math.max(0, Math.min(to, edge) - start);
      end = to;
    }
  }

  double seconds() {
    return seconds;
  }

  double secondsBeforeEdge() {
    return secondsBefore;
  }

  double end() {
    return end;
  }
}
