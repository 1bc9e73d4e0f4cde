package dev.ductile.policies.queueing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Function;

/** Serves the queue without preemption: waiting jobs get resources that no running job holds. */
final class NonPreemptive {
  private final QueueDiscipline discipline;
  private final Cluster cluster;
  private final Ranking ranking;
  private final ServedJobs served;

  NonPreemptive(QueueDiscipline discipline, Cluster cluster, Ranking ranking) {
    this.discipline = discipline;
    this.cluster = cluster;
    this.ranking = ranking;
    this.served = new ServedJobs(ranking.running().size() + 4, ranking.decision());
  }

  /** Serves waiting jobs in the order that {@code turns} derives from the free resources. */
  ServedJobs serve(Function<FreeCapacity, JobSequence> turns) {
    FreeCapacity left = cluster.left();
    if (left.isOverdrawn() || !allSound()) {
      FreeCapacity free = repaired();
      fill(turns.apply(free), free);
      return served;
    }
    for (Ranked ranked : ranking.running()) {
      served.add(ranked, ranked.job().allocation());
    }
    fill(turns.apply(left), left);
    return served;
  }

  private boolean allSound() {
    for (Ranked ranked : ranking.running()) {
      if (!ranked.isSound(cluster)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Repairs a picture with illegal allocations: keeps the legal ones and places the other jobs
   * anew.
   */
  private FreeCapacity repaired() {
    FreeCapacity free = FreeCapacity.of(cluster);
    var unplaced = new ArrayList<Ranked>();
    for (Ranked ranked : ranking.running()) {
      Allocation allocation = ranked.job().allocation();
      Demand demand = ranked.job().spec().demand();
      if (ranked.isSound(cluster) && free.fits(allocation, demand)) {
        free.take(allocation, demand);
        served.add(ranked, allocation);
      } else {
        unplaced.add(ranked);
      }
    }
    unplaced.forEach(ranked -> place(ranked, free));
    return free;
  }

  private void fill(JobSequence turns, FreeCapacity free) {
    for (Optional<Ranked> next = turns.next(); next.isPresent(); next = turns.next()) {
      if (place(next.get(), free)) {
        turns.accept();
      } else if (discipline.blocks(next.get(), cluster)) {
        return;
      } else {
        turns.refuse();
      }
    }
  }

  private boolean place(Ranked ranked, FreeCapacity free) {
    Placement placement = discipline.placement();
    Job job = ranked.job();
    if (ranked.group().isFull(ranking.decision())) {
      return false;
    }
    Optional<Allocation> place = placement.place(job, ranked.group().size(), free);
    place.ifPresent(allocation -> served.add(ranked, allocation));
    return place.isPresent();
  }
}
