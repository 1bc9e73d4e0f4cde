package dev.ductile.policies.queueing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import java.util.List;
import java.util.Optional;

/**
 * Serves the queue with as few moves as possible, for clusters in which a change pauses a job. A
 * running job keeps its nodes unless a job before it needs them. A waiting job first tries free
 * nodes, then the nodes of the last jobs in the queue.
 */
final class MinimalMoves {
  private final QueueDiscipline discipline;
  private final Cluster cluster;
  private final Ranking ranking;
  private final List<Ranked> running;
  private final ServedJobs served;

  /** Resources that no job earlier in the queue has. */
  private final FreeCapacity open;

  /** The part of {@link #open} that no running job holds. */
  private final FreeCapacity idle;

  /**
   * The part of {@link #open} that no running job holds, except for jobs that have been asked to
   * yield.
   */
  private final FreeCapacity yielded;

  /** Running jobs from this position on have been asked to yield. */
  private int yielding;

  MinimalMoves(QueueDiscipline discipline, Cluster cluster, Ranking ranking, QueueOrder order) {
    this.discipline = discipline;
    this.cluster = cluster;
    this.ranking = ranking;
    this.running = ranking.runningInOrder(order, cluster.now());
    this.served = new ServedJobs(running.size() + 4, ranking.decision());
    this.open = FreeCapacity.of(cluster);
    this.idle = cluster.left();
    this.yielded = idle.copy();
    this.yielding = running.size();
  }

  ServedJobs serve() {
    var queue = new MergedQueue(running, ranking.waiting());
    for (Optional<Ranked> next = queue.next(); next.isPresent(); next = queue.next()) {
      Ranked ranked = next.get();
      if (serve(ranked, queue.runningSoFar())) {
        queue.accept();
      } else if (discipline.blocks(ranked, cluster)) {
        break;
      } else {
        ranked.group().markFull(ranking.decision());
        queue.refuse();
      }
    }
    return served;
  }

  private boolean serve(Ranked ranked, int runningSoFar) {
    if (ranked.job().holdsResources()) {
      leave(ranked, runningSoFar - 1);
      if (keep(ranked)) {
        return true;
      }
    }
    if (ranked.group().isFull(ranking.decision())) {
      return false;
    }
    Optional<Allocation> place = place(ranked, runningSoFar);
    place.ifPresent(allocation -> give(ranked, allocation));
    return place.isPresent();
  }

  /** Adds a job's own resources to those available for its new allocation. */
  private void leave(Ranked ranked, int position) {
    Allocation allocation = ranked.job().allocation();
    Demand demand = ranked.job().spec().demand();
    idle.give(allocation, demand);
    if (position < yielding) {
      yielded.give(allocation, demand);
    }
  }

  private boolean keep(Ranked ranked) {
    Allocation allocation = ranked.job().allocation();
    boolean stays = ranked.isSound(cluster) && open.fits(allocation, ranked.job().spec().demand());
    if (stays) {
      give(ranked, allocation);
    }
    return stays;
  }

  private void give(Ranked ranked, Allocation allocation) {
    Demand demand = ranked.job().spec().demand();
    open.take(allocation, demand);
    idle.take(allocation, demand);
    yielded.take(allocation, demand);
    served.add(ranked, allocation);
  }

  private Optional<Allocation> place(Ranked ranked, int runningSoFar) {
    Optional<Allocation> place = find(ranked, idle);
    if (place.isPresent()) {
      return place;
    }
    Optional<Allocation> displacing = find(ranked, open);
    if (displacing.isEmpty()) {
      return displacing;
    }
    place = find(ranked, yielded);
    while (place.isEmpty() && yielding > runningSoFar) {
      yielding--;
      Ranked last = running.get(yielding);
      yielded.give(last.job().allocation(), last.job().spec().demand());
      place = find(ranked, yielded);
    }
    return place.isPresent() ? place : displacing;
  }

  /** An allocation that is possible, without taking it. */
  private Optional<Allocation> find(Ranked ranked, FreeCapacity free) {
    Optional<Allocation> place =
        discipline.placement().place(ranked.job(), ranked.group().size(), free);
    place.ifPresent(allocation -> free.give(allocation, ranked.job().spec().demand()));
    return place;
  }
}
