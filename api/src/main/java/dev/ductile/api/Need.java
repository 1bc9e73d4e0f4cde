package dev.ductile.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Resources laid out in the columns of a cluster's nodes, for quick comparing, and the nodes that
 * may give them.
 */
public final class Need {
  private final Resources resources;
  private final double[] amounts;
  private final boolean unknown;

  /** Null for all nodes. */
  private final @Nullable EligibleNodes eligible;

  private Need(
      Resources resources, double[] amounts, boolean unknown, @Nullable EligibleNodes eligible) {
    this.resources = resources;
    this.amounts = amounts;
    this.unknown = unknown;
    this.eligible = eligible;
  }

  static Need of(Resources resources, List<String> columns) {
    double[] amounts = new double[columns.size()];
    int found = 0;
    for (int column = 0; column < amounts.length; column++) {
      amounts[column] = resources.amount(columns.get(column));
      if (amounts[column] > 0) {
        found++;
      }
    }
    return new Need(resources, amounts, found < resources.amounts().size(), null);
  }

  /** The same of these nodes only. */
  Need on(EligibleNodes nodes) {
    return new Need(resources, amounts, unknown, nodes);
  }

  public Resources resources() {
    return resources;
  }

  /** Whether it names a resource that no node has. */
  public boolean isUnknown() {
    return unknown;
  }

  @Nullable EligibleNodes eligible() {
    return eligible;
  }

  /** Whether the node has the resources that are named, and the labels that are required. */
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
