package dev.ductile.models.queueing;

import java.util.Arrays;

/**
 * Mean value analysis over all populations up to one, in an order in which each comes after those
 * with one task less. Each costs as much as there are classes, and there are the product of (count
 * + 1) of them; for a single class, as many as there are workers.
 */
final class Lattice {
  /** Classes times populations: where {@link Schweitzer}'s approximation begins. */
  private static final long MOST_WORK = 4_000_000;

  /** What is kept of a population: tasks at three stations, and backlogs at two links. */
  private static final int KEPT = 5;

  private final Equilibrium equilibrium;
  private final int[] counts;

  /** How far back in the order the population lies that has one task less of a class. */
  private final long[] strides;

  /** What was kept of the last populations, as far back as the longest stride. */
  private double[] kept = new double[KEPT];

  private final long capacity;

  /** The place of the present population in the order: the empty one is the first. */
  private long place;

  /** How many classes have had a task. */
  private int present = 1;

  Lattice(Network network) {
    equilibrium = new Equilibrium(network);
    counts = network.classes().stream().mapToInt(Workers::count).toArray();
    strides = new long[counts.length];
    long stride = 1;
    for (int kind = 0; kind < counts.length; kind++) {
      strides[kind] = stride;
      stride = Math.min(MOST_WORK, stride * (counts[kind] + 1L));
    }
    capacity = strides[counts.length - 1];
  }

  /** Whether the populations up to this one are few enough. */
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

  /** How many numbers it keeps when it has gone far. */
  long mostKept() {
    return KEPT * capacity;
  }

  /** Whether it has gone beyond this population, to which there is no way back. */
  boolean hasPassed(int[] population) {
    return place > place(population);
  }

  /** Goes on to a population that suits and that a job meets as it takes more and more workers. */
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
    equilibrium.settle(present);
    keep(slot(place));
  }

  /** Counts one up, the first class fastest; the last has no limit. */
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
