package dev.ductile.policies.fair;

/** The needs of one worker, or one server, column by column, and its measures. */
final class TaskNeeds {
  private final double[] amounts;
  private final double[] counts;

  TaskNeeds(double[] amounts, double[] counts) {
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
