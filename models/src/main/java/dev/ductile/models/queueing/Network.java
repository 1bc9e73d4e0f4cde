package dev.ductile.models.queueing;

import java.util.List;

/**
 * The closed network of Fig. 6: tasks, one for each worker, that go round from downlink to worker
 * to uplink to server.
 *
 * @param classes workers in the order in which a job takes them; where it takes more than there
 *     are, the others are like the last
 */
public record Network(List<Workers> classes, Sharing links) {
  public static final int MOST_WORKERS = 100_000;
  private static final int MOST_CLASSES = 1_000;

  public Network {
    classes = List.copyOf(classes);
    if (classes.isEmpty() || classes.size() > MOST_CLASSES) {
      throw new IllegalArgumentException(
          "classes must be 1 to %d, not %d".formatted(MOST_CLASSES, classes.size()));
    }
    long workers = classes.stream().mapToLong(Workers::count).sum();
    if (workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "classes must count at most %d workers together, not %d"
              .formatted(MOST_WORKERS, workers));
    }
  }

  /** The same workers around a server that holds only a part of the parameters. */
  public Network around(double part) {
    return new Network(classes.stream().map(workers -> workers.around(part)).toList(), links);
  }

  /** The steady state of so many workers. */
  public Solution solve(int workers) {
    int[] population = population(workers);
    return Lattice.suits(population)
        ? new Lattice(this).reach(population).solution(false, true)
        : Schweitzer.settle(this, population);
  }

  /** How many of each class so many workers are. */
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
