package dev.ductile.policies.smd;

/**
 * The linear relaxation of a knapsack, in which jobs may be admitted in part, solved by the dual
 * simplex method with bounded variables (Koberstein, 2005, for the long step). Items may be fixed
 * between two solutions; the next solution then takes a few pivots.
 */
final class Relaxation {
  private static final double ROUNDING = 1e-9;
  private static final int MOST_PIVOTS = 2_000;

  private final int items;
  private final int rows;

  /**
   * By row and column: the amount by which a unit of the column's variable lowers the row's
   * variable.
   */
  private final double[][] tableau;

  /** The reduced cost of each column: the value that one unit of it adds. */
  private final double[] gains;

  /** The value of each row's variable. */
  private final double[] inside;

  /**
   * The variable of each row and column: an item, or, from {@code items} on, the slack of a
   * resource.
   */
  private final int[] rowVariable;

  private final int[] columnVariable;

  /** The column of each variable; -1 if it has a row. */
  private final int[] columnOf;

  private final boolean[] atUpper;
  private final double[] lower;
  private final double[] upper;
  private double value;

  /** The relaxation of all items, without fixed items, and unsolved. */
  Relaxation(Knapsack knapsack) {
    items = knapsack.count();
    rows = knapsack.resources();
    tableau = new double[rows][items];
    gains = new double[items];
    inside = new double[rows];
    rowVariable = new int[rows];
    columnVariable = new int[items];
    columnOf = new int[items + rows];
    atUpper = new boolean[items];
    lower = new double[items + rows];
    upper = new double[items + rows];
    for (int row = 0; row < rows; row++) {
      rowVariable[row] = items + row;
      columnOf[items + row] = -1;
      upper[items + row] = Double.POSITIVE_INFINITY;
      inside[row] = 1;
    }
    for (int item = 0; item < items; item++) {
      columnVariable[item] = item;
      columnOf[item] = item;
      upper[item] = 1;
      gains[item] = knapsack.value(item);
      atUpper[item] = gains[item] > 0;
      value += atUpper[item] ? gains[item] : 0;
      for (int row = 0; row < rows; row++) {
        double capacity = knapsack.capacity(row);
        tableau[row][item] = knapsack.charge(item, row) / (capacity > 0 ? capacity : 1);
        inside[row] -= atUpper[item] ? tableau[row][item] : 0;
      }
    }
  }

  private Relaxation(Relaxation original) {
    items = original.items;
    rows = original.rows;
    tableau = new double[rows][];
    for (int row = 0; row < rows; row++) {
      tableau[row] = original.tableau[row].clone();
    }
    gains = original.gains.clone();
    inside = original.inside.clone();
    rowVariable = original.rowVariable.clone();
    columnVariable = original.columnVariable.clone();
    columnOf = original.columnOf.clone();
    atUpper = original.atUpper.clone();
    lower = original.lower.clone();
    upper = original.upper.clone();
    value = original.value;
  }

  Relaxation copy() {
    return new Relaxation(this);
  }

  /** An upper bound on the worth of all choices that agree with the fixed items. */
  double value() {
    return value;
  }

  /** Fixes the item: admitted, or ruled out. */
  void fix(int item, boolean in) {
    int column = columnOf[item];
    double part = in ? 1 : 0;
    if (column >= 0) {
      shift(column, part - bound(column));
    }
    lower[item] = part;
    upper[item] = part;
  }

  /** Whether the item is not fixed. */
  boolean isOpen(int item) {
    return lower[item] < upper[item];
  }

  /** The admitted part of each item. */
  double[] parts() {
    double[] parts = new double[items];
    for (int column = 0; column < items; column++) {
      if (columnVariable[column] < items) {
        parts[columnVariable[column]] = bound(column);
      }
    }
    for (int row = 0; row < rows; row++) {
      if (rowVariable[row] < items) {
        parts[rowVariable[row]] = inside[row];
      }
    }
    return parts;
  }

  /** Fixes every item whose reduced cost is above this slack at its present bound. */
  void fixAbove(double slack) {
    for (int column = 0; column < items; column++) {
      int variable = columnVariable[column];
      boolean free = lower[variable] < upper[variable];
      if (free && variable < items && Math.abs(gains[column]) > slack) {
        lower[variable] = bound(column);
        upper[variable] = lower[variable];
      }
    }
  }

  /**
   * Solves the program, so that {@link #value} is its optimum; false if no solution agrees with the
   * fixed items.
   */
  boolean solve() {
    for (int pivot = 0; pivot < MOST_PIVOTS; pivot++) {
      int row = mostViolated();
      if (row < 0) {
        return true;
      }
      if (!repair(row)) {
        return false;
      }
    }
    return true;
  }

  private double bound(int column) {
    int variable = columnVariable[column];
    return atUpper[column] ? upper[variable] : lower[variable];
  }

  private int mostViolated() {
    int worst = -1;
    double most = ROUNDING;
    for (int row = 0; row < rows; row++) {
      double violation = violation(row);
      if (violation > most) {
        most = violation;
        worst = row;
      }
    }
    return worst;
  }

  private double violation(int row) {
    int variable = rowVariable[row];
    return Math.max(lower[variable] - inside[row], inside[row] - upper[variable]);
  }

  /** Moves the row's variable to the bound that it violates; false if that is impossible. */
  private boolean repair(int row) {
    boolean rises = inside[row] < lower[rowVariable[row]];
    double missing = violation(row);
    int column = cheapest(row, rises);
    while (column >= 0) {
      double range = upper[columnVariable[column]] - lower[columnVariable[column]];
      double moved = Math.abs(tableau[row][column]) * range;
      if (moved >= missing) {
        pivot(row, column, rises);
        return true;
      }
      missing -= moved;
      shift(column, atUpper[column] ? -range : range);
      atUpper[column] = !atUpper[column];
      column = cheapest(row, rises);
    }
    return violation(row) <= ROUNDING;
  }

  /** The entering column: the one that repairs the row at the least cost; -1 if none does. */
  private int cheapest(int row, boolean rises) {
    int cheapest = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int column = 0; column < items; column++) {
      double slope = tableau[row][column];
      boolean helps = slope > ROUNDING ? atUpper[column] == rises : atUpper[column] != rises;
      int variable = columnVariable[column];
      if (helps && Math.abs(slope) > ROUNDING && lower[variable] < upper[variable]) {
        double cost = Math.abs(gains[column] / slope);
        if (cost < least) {
          least = cost;
          cheapest = column;
        }
      }
    }
    return cheapest;
  }

  /** Moves a column's variable by this much. */
  private void shift(int column, double change) {
    for (int row = 0; row < rows; row++) {
      inside[row] -= tableau[row][column] * change;
    }
    value += gains[column] * change;
  }

  /** Moves the row's variable to its bound, and exchanges it with the column's. */
  private void pivot(int row, int column, boolean rises) {
    int leaving = rowVariable[row];
    double target = rises ? lower[leaving] : upper[leaving];
    double change = (inside[row] - target) / tableau[row][column];
    double entered = bound(column) + change;
    shift(column, change);
    exchange(row, column);
    rowVariable[row] = columnVariable[column];
    inside[row] = entered;
    columnOf[columnVariable[column]] = -1;
    columnVariable[column] = leaving;
    columnOf[leaving] = column;
    atUpper[column] = !rises;
  }

  private void exchange(int row, int column) {
    double[] pivotRow = tableau[row];
    double inverse = 1 / pivotRow[column];
    for (int other = 0; other < items; other++) {
      pivotRow[other] *= inverse;
    }
    pivotRow[column] = inverse;
    for (int other = 0; other < rows; other++) {
      if (other != row) {
        eliminate(tableau[other], pivotRow, column);
      }
    }
    eliminate(gains, pivotRow, column);
  }

  private static void eliminate(double[] line, double[] pivotRow, int column) {
    double factor = line[column];
    if (factor == 0) {
      return;
    }
    line[column] = 0;
    for (int other = 0; other < line.length; other++) {
      line[other] -= factor * pivotRow[other];
    }
  }
}
