package dev.ductile.policies.queueing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Serves the queue as if the cluster were emptied and filled again in order, as the simulators of
 * the papers do, for clusters in which changes pause no job. Running jobs still keep their nodes,
 * unless a new job finds no place then.
 */
final class Repack {
  private final QueueDiscipline discipline;
  private final Cluster cluster;
  private final Ranking ranking;
  private final QueueOrder order;

  Repack(QueueDiscipline discipline, Cluster cluster, Ranking ranking, QueueOrder order) {
    this.discipline = discipline;
    this.cluster = cluster;
    this.ranking = ranking;
    this.order = order;
  }

  ServedJobs serve() {
    boolean allFit = allFit();
    List<Ranked> chosen = chosen(allFit ? this::isFeasible : claims(FreeCapacity.of(cluster)));
    ServedJobs served = staying(chosen).orElseGet(() -> placeAnew(chosen));
    if (!allFit) {
      served.markTight();
    }
    return served;
  }

  /** The jobs that find a place, in order. */
  private List<Ranked> chosen(Predicate<Ranked> finds) {
    long decision = ranking.decision();
    List<Ranked> running = ranking.runningInOrder(order, cluster.now());
    var chosen = new ArrayList<Ranked>(running.size() + 4);
    var queue = new MergedQueue(running, ranking.waiting());
    for (Optional<Ranked> next = queue.next(); next.isPresent(); next = queue.next()) {
      Ranked ranked = next.get();
      if (finds.test(ranked)) {
        queue.accept();
        ranked.markGranted(decision);
        chosen.add(ranked);
      } else if (discipline.blocks(ranked, cluster)) {
        break;
      } else {
        ranked.group().markFull(decision);
        queue.refuse();
      }
    }
    return chosen;
  }

  private Predicate<Ranked> claims(FreeCapacity free) {
    return ranked ->
        (keepsSize(ranked) || !ranked.group().isFull(ranking.decision()))
            && discipline.placement().claim(ranked.job(), size(ranked), free);
  }

  private boolean isFeasible(Ranked ranked) {
    return ranked.group().isFeasible(cluster.nodes(), discipline.placement());
  }

  /**
   * Whether a running job keeps its size, because the empty cluster could not hold the requested
   * one.
   */
  private boolean keepsSize(Ranked ranked) {
    Job job = ranked.job();
    return job.holdsResources()
        && !isFeasible(ranked)
        && ranked.isSound(cluster)
        && job.spec().demand().isWithinLimit(job.allocation().size());
  }

  /** Whether a job may stay on its nodes. */
  private boolean mayStay(Ranked ranked) {
    return ranked.isSettled(cluster) || keepsSize(ranked);
  }

  private Size size(Ranked ranked) {
    return keepsSize(ranked) ? ranked.job().allocation().size() : ranked.group().size();
  }

  /** Whether all jobs fit in any order. */
  private boolean allFit() {
    if (!cluster.pinned().isEmpty() || ranking.running().stream().anyMatch(this::keepsSize)) {
      return false;
    }
    if (cluster.nodes().count() == 1) {
      return fitTogether();
    }
    double nodes = 1;
    for (Group group : ranking.groups()) {
      nodes += group.members() * group.share(cluster.nodes(), discipline.placement());
    }
    return nodes <= cluster.nodes().count();
  }

  /** On a single node, jobs whose needs fit in sum fit in any order. */
  private boolean fitTogether() {
    FreeCapacity free = FreeCapacity.of(cluster);
    for (Group group : ranking.groups()) {
      if (group.isFeasible(cluster.nodes(), discipline.placement())) {
        Demand demand = group.request().demand();
        long workers = (long) group.members() * group.size().workers();
        long servers = (long) group.members() * group.size().servers();
        if (Math.max(workers, servers) > Integer.MAX_VALUE / 2) {
          return false;
        }
        var all = new Size((int) workers, (int) servers);
        if (!free.fits(0, demand, all)) {
          return false;
        }
        free.take(0, demand, all);
      }
    }
    return true;
  }

  /** Running jobs keep their nodes, and the others get the remaining resources. */
  private Optional<ServedJobs> staying(List<Ranked> chosen) {
    FreeCapacity free = cluster.left();
    if (free.isOverdrawn()) {
      return Optional.empty();
    }
    for (Ranked ranked : ranking.running()) {
      if (!ranked.isGranted(ranking.decision()) || !mayStay(ranked)) {
        free.give(ranked.job().allocation(), ranked.job().spec().demand());
      }
    }
    var served = new ServedJobs(chosen.size(), ranking.decision());
    return fill(chosen, served, free) ? Optional.of(served) : Optional.empty();
  }

  private boolean fill(List<Ranked> chosen, ServedJobs served, FreeCapacity free) {
    for (Ranked ranked : chosen) {
      if (ranked.job().holdsResources() && mayStay(ranked)) {
        served.add(ranked, ranked.job().allocation());
        continue;
      }
      Optional<Allocation> place = place(ranked, free);
      if (place.isEmpty()) {
        return false;
      }
      served.add(ranked, place.get());
    }
    return true;
  }

  /** Places all jobs anew. A job whose old nodes are still free in the end returns to them. */
  private ServedJobs placeAnew(List<Ranked> chosen) {
    FreeCapacity free = FreeCapacity.of(cluster);
    var places = new ArrayList<Optional<Allocation>>(chosen.size());
    chosen.forEach(ranked -> places.add(place(ranked, free)));
    var served = new ServedJobs(chosen.size(), ranking.decision());
    for (int i = 0; i < chosen.size(); i++) {
      Ranked ranked = chosen.get(i);
      places.get(i).ifPresent(place -> served.add(ranked, orHeld(ranked, place, free)));
    }
    return served;
  }

  private Allocation orHeld(Ranked ranked, Allocation place, FreeCapacity free) {
    Allocation held = ranked.job().allocation();
    if (!ranked.job().holdsResources() || !mayStay(ranked) || held.equals(place)) {
      return place;
    }
    free.give(place, ranked.job().spec().demand());
    boolean isThere = free.fits(held, ranked.job().spec().demand());
    free.take(isThere ? held : place, ranked.job().spec().demand());
    return isThere ? held : place;
  }

  private Optional<Allocation> place(Ranked ranked, FreeCapacity free) {
    return discipline.placement().place(ranked.job(), size(ranked), free);
  }
}
