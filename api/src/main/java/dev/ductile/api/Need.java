package dev.ductile.api;

import java.util.List;

/** Resources laid out in the columns of a cluster's nodes, for quick comparing. */
public final class Need {
  private final Resources resources;
  private final double[] amounts;
  private final boolean unknown;

  private Need(Resources resources, double[] amounts, boolean unknown) {
    this.resources = resources;
    this.amounts = amounts;
    this.unknown = unknown;
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
    return new Need(resources, amounts, found < resources.amounts().size());
  }

  public Resources resources() {
    return resources;
  }

  /** Whether it names a resource that no node has. */
  public boolean isUnknown() {
    return unknown;
  }

  double amount(int column) {
    return amounts[column];
  }

  boolean isOf(Resources other) {
    return resources.equals(other);
  }
}
