package dev.ductile.models.queueing;

/** A station at which tasks meet: what those of each class find there, and how long they stay. */
final class Station {
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

  /** Changes the overlap as far as it can, and says by how much. */
  double shift(double step) {
    double before = overlap;
    overlap = Math.clamp(before + step, 0, 1);
    return Math.abs(overlap - before);
  }

  /** How far the overlap is below the one that this utilisation asks for. */
  double error() {
    return sharing.overlap(utilisation) - overlap;
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
