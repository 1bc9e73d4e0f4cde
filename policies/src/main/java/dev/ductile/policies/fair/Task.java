package dev.ductile.policies.fair;

/** The needs of one worker, or one server, column by column, and its measures. */
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

  /** The number of measures. */
  int counted() {
    return counts.length;
  }
}
