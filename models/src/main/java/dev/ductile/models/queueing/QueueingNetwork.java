package dev.ductile.models.queueing;

import java.util.List;

/**
 * The closed queueing network of Fig. 6. One task per worker cycles from downlink to worker to
 * uplink to server.
 *
 * @param classes groups of workers in the order in which a job takes them; further workers are like
 *     the last group
 */
public record QueueingNetwork(List<WorkerGroup> classes, LinkSharing links) {
  public static final int MOST_WORKERS = 100_000;
  private static final int MOST_CLASSES = 1_000;

  public QueueingNetwork {
    classes = List.copyOf(classes);
    if (classes.isEmpty() || classes.size() > MOST_CLASSES) {
      throw new IllegalArgumentException(
          "classes must be 1 to %d, not %d".formatted(MOST_CLASSES, classes.size()));
    }
    long workers = classes.stream().mapToLong(WorkerGroup::count).sum();
    if (workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "classes must count at most %d workers together, not %d"
              .formatted(MOST_WORKERS, workers));
    }
  }

  /** The same workers with a server that holds only a part of the parameters. */
  public QueueingNetwork around(double part) {
    return new QueueingNetwork(
        classes.stream().map(workers -> workers.around(part)).toList(), links);
  }

  /** The steady state with this many workers. */
  public SteadyState solve(int workers) {
    int[] population = population(workers);
    return PopulationRecursion.suits(population)
        ? new PopulationRecursion(this).reach(population).solution(false, true)
        : SchweitzerApproximation.solve(this, population);
  }

  /** The number of workers of each class, for a total number of workers. */
  int[] population(int workers) {
    if (workers < 1 || workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "workers must be between 1 and %d, not %d".formatted(MOST_WORKERS, workers));
    }
    int last = classes.size() - 1;
    int[] population = new int[classes.size()];
    int left = workers;
    for (int i = 0; i < last; i++) {
      population[i] = Math.min(left, classes.get(i).count());
      left -= population[i];
    }
    population[last] = left;
    return population;
  }
}
