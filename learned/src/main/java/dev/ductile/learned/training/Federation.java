package dev.ductile.learned.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Clusters that train the same networks, each on its own jobs and samples (DL2, Section 6.5, after
 * the A3C of Mnih et al., ICML 2016). They run at the same time. A slot of each begins with the
 * same networks; at its end, the clusters change the networks one after the other. So the order of
 * the changes does not depend on threads.
 */
final class Federation {
  private final List<SlotLearning> learnings;
  private final Map<Integer, Slot> ended = new TreeMap<>();
  private final SortedSet<Integer> running = new TreeSet<>();
  private ActorCritic.Networks networks;
  private long turns;
  private boolean isBroken;

  /** An episode of one cluster. */
  @FunctionalInterface
  interface Episode<T> {
    /**
     * Runs the episode.
     *
     * @param learning learns from its slots together with the other clusters
     */
    T run(int cluster, SlotLearning learning);
  }

  /**
   * Clusters that start with these networks.
   *
   * @param learnings the way in which each cluster learns from its slots
   */
  Federation(List<SlotLearning> learnings, ActorCritic.Networks networks) {
    this.learnings = List.copyOf(learnings);
    this.networks = networks;
  }

  synchronized ActorCritic.Networks networks() {
    return networks;
  }

  /** The results of an episode in each of the first clusters, which run at the same time. */
  <T> List<T> run(int clusters, Episode<T> episode) {
    synchronized (this) {
      for (int cluster = 0; cluster < clusters; cluster++) {
        running.add(cluster);
      }
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var runs = new ArrayList<Future<T>>();
      for (int cluster = 0; cluster < clusters; cluster++) {
        int one = cluster;
        runs.add(threads.submit(() -> runOne(one, episode)));
      }
      var results = new ArrayList<T>();
      for (Future<T> run : runs) {
        results.add(run.get());
      }
      return results;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in the training of several clusters", stop);
    } catch (ExecutionException problem) {
      if (problem.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("a cluster in training failed", problem);
    }
  }

  private <T> T runOne(int cluster, Episode<T> episode) {
    try {
      return episode.run(cluster, (_, slot) -> learn(cluster, slot));
    } finally {
      leave(cluster);
    }
  }

  /** The networks after this slot of a cluster and a slot of each other one that still runs. */
  private synchronized ActorCritic.Networks learn(int cluster, Slot slot) {
    ended.put(cluster, slot);
    long turn = turns;
    learnFromAll();
    while (turn == turns && !isBroken) {
      try {
        wait();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        isBroken = true;
        notifyAll();
      }
    }
    if (isBroken) {
      throw new IllegalStateException("another cluster in training failed");
    }
    return networks;
  }

  /** The other clusters no longer wait for this one. */
  private synchronized void leave(int cluster) {
    running.remove(cluster);
    if (!isBroken && !ended.isEmpty()) {
      learnFromAll();
    }
  }

  private void learnFromAll() {
    if (!ended.keySet().containsAll(running)) {
      return;
    }
    isBroken = true;
    try {
      ended.forEach((cluster, slot) -> networks = learnings.get(cluster).learn(networks, slot));
      isBroken = false;
      ended.clear();
      turns++;
    } finally {
      notifyAll();
    }
  }
}
