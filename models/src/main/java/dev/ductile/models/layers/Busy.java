package dev.ductile.models.layers;

/** When at least one link carries something: intervals that come in the order of their starts. */
final class Busy {
  private final double edge;
  private double end = Double.NEGATIVE_INFINITY;
  private double seconds;
  private double secondsBefore;

  /** Never busy yet; the edge splits time in two that can be told apart later. */
  Busy(double edge) {
    this.edge = edge;
  }

  /** Adds an interval that starts no earlier than those before it. */
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
