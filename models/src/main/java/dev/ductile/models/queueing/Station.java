package dev.ductile.models.queueing;

/** A station at which tasks meet: what those of each class find there, and how long they stay. */
final class Station {
  private static final double CLOSE_ENOUGH = 1e-14;

  final double[] demand;
  final Sharing sharing;

  /** Response times if all are served together (Eq. 1), and one after the other (Eq. 2). */
  private final double[] together;

  private final double[] inTurn;

  /** Waiting on top of both, where a station would else be more than busy. */
  private final double[] delay;

  /** The weight gamma of Eq. 3. */
  double overlap;

  double utilisation;

  /** The overlap that is looked for lies between these two. */
  private double low;

  private double high;

  Station(double[] demand, Sharing sharing) {
    this.demand = demand;
    this.sharing = sharing;
    this.together = demand.clone();
    this.inTurn = demand.clone();
    this.delay = new double[demand.length];
    this.overlap = sharing.overlap(0);
  }

  /**
   * A task of this class finds so many tasks, whose service has so many seconds to go. Who needs
   * nothing of a station does not visit it, and so waits for nobody.
   */
  void find(int kind, double tasks, double backlog) {
    together[kind] = demand[kind] * (1 + tasks);
    inTurn[kind] = demand[kind] > 0 ? demand[kind] + backlog : 0;
    delay[kind] = 0;
  }

  double response(int kind) {
    return inTurn[kind] + overlap * gain(kind) + delay[kind];
  }

  /** How much longer a task stays if all are served together. */
  double gain(int kind) {
    return together[kind] - inTurn[kind];
  }

  void delay(int kind, double seconds) {
    delay[kind] += seconds;
  }

  /** Takes note of how busy the throughputs of so many classes make it. */
  void load(double[] throughput, int classes) {
    utilisation = 0;
    for (int kind = 0; kind < classes; kind++) {
      utilisation += throughput[kind] * demand[kind];
    }
  }

  /**
   * Begins the search for the overlap that this utilisation asks for: with the least there may be.
   */
  void open() {
    overlap = sharing.overlap(0);
    low = overlap;
    high = 1;
  }

  /** Whether the overlap is the one that the utilisation asks for. */
  boolean agrees() {
    return Math.abs(sharing.overlap(utilisation) - overlap) <= CLOSE_ENOUGH || low >= high;
  }

  /**
   * Goes on to a better overlap: by Newton's method where it leads between the overlaps that are
   * known to be too low and too high, else halfway between those.
   *
   * @param relief how much less overlap is asked for where there is more of it
   */
  void approach(double relief, boolean newton) {
    double error = sharing.overlap(utilisation) - overlap;
    if (error > 0) {
      low = Math.nextUp(overlap);
    } else {
      high = Math.nextDown(overlap);
    }
    double next = overlap + error / (1 + relief);
    overlap = newton && next >= low && next <= high ? next : (low + high) / 2;
  }

  /** How many tasks of a class are there on average, by Little's law. */
  double tasks(int kind, double throughput) {
    return throughput * response(kind);
  }

  /** The seconds of service that the tasks of a class still have to go, by Eq. 2. */
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
