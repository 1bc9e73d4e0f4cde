package dev.ductile.policies.fair;

/** What one worker, or one server, takes of a cluster column by column, and what it counts for. */
final class Task {
  private final double[] amounts;
  private final double[] counts;

  Task(double[] amounts, double[] counts) {
    this.amounts = amounts;
    this.counts = counts;
  }

  double amount(int column) {
    return amounts[column];
  }

  double count(int column) {
    return counts[column];
  }

  /** How many things are counted. */
  int counted() {
    return counts.length;
  }
}
