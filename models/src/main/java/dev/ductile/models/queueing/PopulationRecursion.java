package dev.ductile.models.queueing;

import java.util.Arrays;

/**
 * Mean value analysis by recursion over all populations up to a given one, in an order in which
 * each comes after those with one task less. The number of populations is the product of (count +
 * 1) over the classes; for a single class, the number of workers. The cost of each is proportional
 * to the number of classes.
 */
final class PopulationRecursion {
  /** The most classes times populations; beyond it, {@link SchweitzerApproximation} is used. */
  private static final long MOST_WORK = 4_000_000;

  /** The numbers kept per population: tasks at three stations, and backlogs at two links. */
  private static final int KEPT = 5;

  private final Equilibrium equilibrium;
  private final int[] counts;

  /** The distance in the order to the population with one task less of a class. */
  private final long[] strides;

  /** The numbers of the last populations, as far back as the longest stride. */
  private double[] kept = new double[KEPT];

  private final long capacity;

  /** The index of the present population in the order; the empty one has index 0. */
  private long place;

  /** The number of classes that have had a task. */
  private int present = 1;

  PopulationRecursion(QueueingNetwork network) {
    equilibrium = new Equilibrium(network);
    counts = network.classes().stream().mapToInt(WorkerGroup::count).toArray();
    strides = new long[counts.length];
    long stride = 1;
    for (int kind = 0; kind < counts.length; kind++) {
      strides[kind] = stride;
      stride = Math.min(MOST_WORK, stride * (counts[kind] + 1L));
    }
    capacity = strides[counts.length - 1];
  }

  /** Whether the populations up to this one are few enough for the recursion. */
  static boolean suits(int[] population) {
    long populations = 1;
    int classes = 0;
    for (int tasks : population) {
      populations *= tasks + 1L;
      classes += tasks > 0 ? 1 : 0;
      if (populations * classes > MOST_WORK) {
        return false;
      }
    }
    return true;
  }

  /** The most numbers that are kept. */
  long mostKept() {
    return KEPT * capacity;
  }

  /** Whether the recursion has passed this population; it cannot go back. */
  boolean hasPassed(int[] population) {
    return place > place(population);
  }

  /** Continues to a population of a growing job, for which {@link #suits} holds. */
  Equilibrium reach(int[] population) {
    long target = place(population);
    while (place < target) {
      next();
    }
    return equilibrium;
  }

  private long place(int[] population) {
    long sum = 0;
    for (int kind = 0; kind < population.length; kind++) {
      sum += population[kind] * strides[kind];
    }
    return sum;
  }

  private void next() {
    count();
    for (int kind = 0; kind < present; kind++) {
      if (equilibrium.population[kind] > 0) {
        find(kind, slot(place - strides[kind]));
      }
    }
    equilibrium.solve(present);
    keep(slot(place));
  }

  /** Goes to the next population; the first class counts fastest, the last has no limit. */
  private void count() {
    place++;
    int[] population = equilibrium.population;
    int kind = 0;
    while (kind < counts.length - 1 && population[kind] == counts[kind]) {
      population[kind] = 0;
      kind++;
    }
    population[kind]++;
    present = Math.max(present, kind + 1);
  }

  private void find(int kind, int slot) {
    equilibrium.downlink.find(kind, kept[slot], kept[slot + 1]);
    equilibrium.uplink.find(kind, kept[slot + 2], kept[slot + 3]);
    equilibrium.server.find(kind, kept[slot + 4], 0);
  }

  private void keep(int slot) {
    if (slot >= kept.length) {
      kept = Arrays.copyOf(kept, Math.max(slot + KEPT, 2 * kept.length));
    }
    keep(slot, equilibrium.downlink);
    keep(slot + 2, equilibrium.uplink);
    kept[slot + 4] = equilibrium.server.tasks(equilibrium.throughput, present);
  }

  private void keep(int slot, Station link) {
    kept[slot] = link.tasks(equilibrium.throughput, present);
    kept[slot + 1] = link.backlog(equilibrium.throughput, present);
  }

  private int slot(long place) {
    return KEPT * (int) (place % capacity);
  }
}
