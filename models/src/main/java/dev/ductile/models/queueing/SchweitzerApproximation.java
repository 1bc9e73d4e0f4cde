package dev.ductile.models.queueing;

/**
 * Approximate mean value analysis of one population, by Bard and Schweitzer: an arriving task finds
 * the mean queue without its own share of its class. Most networks converge without damping, slowly
 * if stations are equally full. Iterations that still oscillate after many rounds are damped.
 */
final class SchweitzerApproximation {
  private static final int MOST_ROUNDS = 4_000;
  private static final int UNDAMPED_ROUNDS = 500;
  private static final double LEAST_PART = 1.0 / 64;
  private static final double CLOSE_ENOUGH = 1e-9;

  private final Equilibrium equilibrium;
  private final int classes;
  private final StationAverages[] stations;

  private SchweitzerApproximation(QueueingNetwork network, int[] population) {
    equilibrium = new Equilibrium(network);
    classes = population.length;
    System.arraycopy(population, 0, equilibrium.population, 0, classes);
    stations =
        new StationAverages[] {
          new StationAverages(equilibrium.downlink),
          new StationAverages(equilibrium.uplink),
          new StationAverages(equilibrium.server)
        };
  }

  static SteadyState solve(QueueingNetwork network, int[] population) {
    return new SchweitzerApproximation(network, population).solved();
  }

  private SteadyState solved() {
    double part = 1;
    double moved = Double.MAX_VALUE;
    for (int round = 0; round < MOST_ROUNDS && moved > CLOSE_ENOUGH; round++) {
      double before = moved;
      moved = moved(part);
      if (round >= UNDAMPED_ROUNDS && moved >= before) {
        part = Math.max(LEAST_PART, part / 2);
      }
    }
    return equilibrium.solution(true, moved <= CLOSE_ENOUGH);
  }

  /** One round; returns the largest change of a mean queue, relative to its class. */
  private double moved(double part) {
    for (StationAverages station : stations) {
      station.meet();
    }
    equilibrium.solve(classes);
    double moved = 0;
    for (StationAverages station : stations) {
      moved = Math.max(moved, station.moved(part));
    }
    return moved;
  }

  /** The mean tasks and backlog of each class at one station. */
  private final class StationAverages {
    private final Station station;
    private final double[] tasks;
    private final double[] backlog;

    StationAverages(Station station) {
      this.station = station;
      this.tasks = new double[classes];
      this.backlog = new double[classes];
    }

    /** Gives the station the queue that each class finds: all tasks without its own one. */
    void meet() {
      double allTasks = 0;
      double allBacklog = 0;
      for (int kind = 0; kind < classes; kind++) {
        allTasks += tasks[kind];
        allBacklog += backlog[kind];
      }
      for (int kind = 0; kind < classes; kind++) {
        int population = equilibrium.population[kind];
        if (population > 0) {
          station.find(
              kind,
              Math.max(0, allTasks - tasks[kind] / population),
              Math.max(0, allBacklog - backlog[kind] / population));
        }
      }
    }

    /**
     * Moves this part of the way to the new means; returns the largest change, relative to the
     * class.
     */
    double moved(double part) {
      double moved = 0;
      for (int kind = 0; kind < classes; kind++) {
        double now = station.tasks(kind, equilibrium.throughput[kind]);
        moved =
            Math.max(
                moved, Math.abs(now - tasks[kind]) / Math.max(1, equilibrium.population[kind]));
        tasks[kind] += part * (now - tasks[kind]);
        double left = station.backlog(kind, equilibrium.throughput[kind]);
        backlog[kind] += part * (left - backlog[kind]);
      }
      return moved;
    }
  }
}
