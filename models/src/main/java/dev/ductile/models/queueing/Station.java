package dev.ductile.models.queueing;

/**
 * A station of the queueing network: the queue that an arriving task of each class finds, and its
 * response time.
 */
final class Station {
  private static final double CLOSE_ENOUGH = 1e-13;

  final double[] demand;
  final LinkSharing sharing;

  /** The response times if tasks are served one after the other (Eq. 2). */
  private final double[] inTurn;

  /** The additional response times if all tasks share the station (Eq. 1). */
  final double[] gain;

  /** The weight gamma of Eq. 3. */
  double overlap;

  double utilisation;

  /** The bounds of the overlap that the search looks for. */
  private double low;

  private double high;

  Station(double[] demand, LinkSharing sharing) {
    this.demand = demand;
    this.sharing = sharing;
    this.inTurn = demand.clone();
    this.gain = new double[demand.length];
    this.overlap = sharing.overlap(0);
  }

  /**
   * A task of this class finds this many tasks with this backlog in seconds. A class without demand
   * does not visit the station and does not wait.
   */
  void find(int kind, double tasks, double backlog) {
    inTurn[kind] = demand[kind] > 0 ? demand[kind] + backlog : 0;
    gain[kind] = demand[kind] * (1 + tasks) - inTurn[kind];
  }

  double response(int kind) {
    return inTurn[kind] + overlap * gain[kind];
  }

  /** Adds waiting time to a class, independent of the overlap. */
  void delay(int kind, double seconds) {
    inTurn[kind] += seconds;
  }

  /** Computes the utilisation from the throughputs of the first classes. */
  void load(double[] throughput, int classes) {
    utilisation = 0;
    for (int kind = 0; kind < classes; kind++) {
      utilisation += throughput[kind] * demand[kind];
    }
  }

  /** Resets the overlap to its minimum. */
  void restart() {
    overlap = sharing.overlap(0);
  }

  /** Starts a search for the overlap that the utilisation requires, at the present overlap. */
  void open() {
    low = 0;
    high = 1;
  }

  /** Changes the overlap, within 0 and 1. */
  void shift(double step) {
    overlap = Math.clamp(overlap + step, 0, 1);
  }

  /** Whether the overlap is the one that the utilisation requires. */
  boolean agrees() {
    return Math.abs(sharing.overlap(utilisation) - overlap) <= CLOSE_ENOUGH || low >= high;
  }

  /**
   * One step of the search: a Newton step if it stays between the known bounds, else a bisection.
   *
   * @param decrease the decrease of the required overlap per increase of the overlap
   */
  void approach(double decrease, boolean newton) {
    double error = sharing.overlap(utilisation) - overlap;
    if (error > 0) {
      low = Math.nextUp(overlap);
    } else {
      high = Math.nextDown(overlap);
    }
    double next = overlap + error / (1 + decrease);
    overlap = newton && next >= low && next <= high ? next : (low + high) / 2;
  }

  /** The mean number of tasks of a class, by Little's law. */
  double tasks(int kind, double throughput) {
    return throughput * response(kind);
  }

  /** The mean remaining service of the tasks of a class in seconds, by Eq. 2. */
  double backlog(int kind, double throughput) {
    return demand[kind] * throughput * (response(kind) - demand[kind] / 2);
  }

  double tasks(double[] throughput, int classes) {
    double sum = 0;
    for (int kind = 0; kind < classes; kind++) {
      sum += tasks(kind, throughput[kind]);
    }
    return sum;
  }

  double backlog(double[] throughput, int classes) {
    double sum = 0;
    for (int kind = 0; kind < classes; kind++) {
      sum += backlog(kind, throughput[kind]);
    }
    return sum;
  }
}
