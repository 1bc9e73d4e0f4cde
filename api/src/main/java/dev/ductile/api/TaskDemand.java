package dev.ductile.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The demand of one task on the nodes of one cluster: an amount for each column of {@link Nodes},
 * and the nodes that the task may use.
 */
public final class TaskDemand {
  private final Resources resources;
  private final double[] amounts;
  private final boolean unknown;

  /** The nodes that the task may use; null for all. */
  private final @Nullable EligibleNodes eligible;

  private TaskDemand(
      Resources resources, double[] amounts, boolean unknown, @Nullable EligibleNodes eligible) {
    this.resources = resources;
    this.amounts = amounts;
    this.unknown = unknown;
    this.eligible = eligible;
  }

  static TaskDemand of(Resources resources, List<String> columns) {
    double[] amounts = new double[columns.size()];
    int found = 0;
    for (int column = 0; column < amounts.length; column++) {
      amounts[column] = resources.amount(columns.get(column));
      if (amounts[column] > 0) {
        found++;
      }
    }
    return new TaskDemand(resources, amounts, found < resources.amounts().size(), null);
  }

  /** The same amounts, on these nodes only. */
  TaskDemand on(EligibleNodes nodes) {
    return new TaskDemand(resources, amounts, unknown, nodes);
  }

  public Resources resources() {
    return resources;
  }

  /** Whether it needs a resource that no node has. */
  public boolean isUnknown() {
    return unknown;
  }

  @Nullable EligibleNodes eligible() {
    return eligible;
  }

  /** Whether the node may run the task: it is eligible, and the cluster has all its resources. */
  boolean mayUse(int node) {
    return !unknown && (eligible == null || eligible.contains(node));
  }

  double amount(int column) {
    return amounts[column];
  }

  boolean isOf(Resources other) {
    return resources.equals(other);
  }
}
