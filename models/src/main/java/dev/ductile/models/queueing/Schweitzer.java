package dev.ductile.models.queueing;

/**
 * Mean value analysis of one population by itself, after Bard and Schweitzer: a task that arrives
 * finds what there is on average, less its own part of its class. Most networks come to rest
 * undamped, if slowly where stations are equally full; those that still swing after many rounds are
 * damped.
 */
final class Schweitzer {
  private static final int MOST_ROUNDS = 4_000;
  private static final int UNDAMPED_ROUNDS = 500;
  private static final double LEAST_PART = 1.0 / 64;
  private static final double CLOSE_ENOUGH = 1e-9;

  private final Equilibrium equilibrium;
  private final int classes;
  private final Queue[] queues;

  private Schweitzer(Network network, int[] population) {
    equilibrium = new Equilibrium(network);
    classes = population.length;
    System.arraycopy(population, 0, equilibrium.population, 0, classes);
    queues =
        new Queue[] {
          new Queue(equilibrium.downlink),
          new Queue(equilibrium.uplink),
          new Queue(equilibrium.server)
        };
  }

  static Solution settle(Network network, int[] population) {
    return new Schweitzer(network, population).settled();
  }

  private Solution settled() {
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

  /** One round: how far the averages are from those that the tasks found. */
  private double moved(double part) {
    for (Queue queue : queues) {
      queue.meet();
    }
    equilibrium.settle(classes);
    double moved = 0;
    for (Queue queue : queues) {
      moved = Math.max(moved, queue.moved(part));
    }
    return moved;
  }

  /** What there is at one station on average, of each class. */
  private final class Queue {
    private final Station station;
    private final double[] tasks;
    private final double[] backlog;

    Queue(Station station) {
      this.station = station;
      this.tasks = new double[classes];
      this.backlog = new double[classes];
    }

    /** Shows every class what it finds: all tasks but its own one. */
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
     * Goes this part of the way to the new averages, and says how far it is, in parts of a class.
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
