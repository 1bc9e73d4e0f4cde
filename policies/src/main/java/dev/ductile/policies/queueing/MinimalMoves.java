package dev.ductile.policies.queueing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Free;
import java.util.List;
import java.util.Optional;

/**
 * Serves the line when changes cost something: who runs keeps the very place it has while nobody
 * before it needs that, and who waits looks first where nobody is, then where the last in line are.
 */
final class MinimalMoves {
  private final QueueDiscipline discipline;
  private final Cluster cluster;
  private final Ranking ranking;
  private final List<Ranked> running;
  private final Awards awards;

  /** What nobody before in line has. */
  private final Free open;

  /** What is left of that beside all who still run. */
  private final Free idle;

  /** What is left of it beside those who still run and have not been asked to yield. */
  private final Free yielded;

  /** Those who run, from here on in order, have been asked to yield. */
  private int yielding;

  MinimalMoves(QueueDiscipline discipline, Cluster cluster, Ranking ranking, QueueOrder order) {
    this.discipline = discipline;
    this.cluster = cluster;
    this.ranking = ranking;
    this.running = ranking.runningInOrder(order, cluster.now());
    this.awards = new Awards(running.size() + 4, ranking.decision());
    this.open = Free.of(cluster);
    this.idle = cluster.left();
    this.yielded = idle.copy();
    this.yielding = running.size();
  }

  Awards awards() {
    var line = new Line(running, ranking.waiting());
    for (Optional<Ranked> next = line.next(); next.isPresent(); next = line.next()) {
      Ranked ranked = next.get();
      if (serve(ranked, line.runningSoFar())) {
        line.accept();
      } else if (discipline.blocks(ranked, cluster)) {
        break;
      } else {
        ranked.group().markFull(ranking.decision());
        line.refuse();
      }
    }
    return awards;
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

  /** It is this job's turn: what it held is open to whatever it gets now. */
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
    awards.add(ranked, allocation);
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

  /** Where there would be room, without taking it. */
  private Optional<Allocation> find(Ranked ranked, Free free) {
    Optional<Allocation> place =
        discipline.placement().place(ranked.job(), ranked.group().size(), free);
    place.ifPresent(allocation -> free.give(allocation, ranked.job().spec().demand()));
    return place;
  }
}
