package dev.ductile.models.queueing;

/**
 * Mean value analysis of one population by itself, after Bard and Schweitzer: a task that arrives
 * finds what there is on average, less its own part of its class.
 */
final class Schweitzer {
  private static final int MOST_ROUNDS = 10_000;
  private static final double CLOSE_ENOUGH = 1e-12;

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

  static Equilibrium settle(Network network, int[] population) {
    return new Schweitzer(network, population).settled();
  }

  private Equilibrium settled() {
    double moved = Double.MAX_VALUE;
    for (int round = 0; round < MOST_ROUNDS && moved > CLOSE_ENOUGH; round++) {
      for (Queue queue : queues) {
        queue.meet();
      }
      equilibrium.settle(classes);
      moved = 0;
      for (Queue queue : queues) {
        moved = Math.max(moved, queue.moved());
      }
    }
    return equilibrium;
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

    /** Takes the new averages, and says how far they are from the old, in parts of a class. */
    double moved() {
      double moved = 0;
      for (int kind = 0; kind < classes; kind++) {
        double now = station.tasks(kind, equilibrium.throughput[kind]);
        moved =
            Math.max(
                moved, Math.abs(now - tasks[kind]) / Math.max(1, equilibrium.population[kind]));
        tasks[kind] = now;
        backlog[kind] = station.backlog(kind, equilibrium.throughput[kind]);
      }
      return moved;
    }
  }
}
