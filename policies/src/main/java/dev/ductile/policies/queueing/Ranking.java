package dev.ductile.policies.queueing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Roster;
import dev.ductile.policies.SizedDemand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All jobs of a picture in order, updated with the changes since the last picture. Waiting jobs
 * stay sorted; running jobs are sorted again, which is quick because they nearly are. A fresh
 * ranking of the same picture is equal.
 */
final class Ranking {
  private final QueueOrder order;
  private final SizeRule sizes;
  private final Map<SizedDemand, Group> groups = new HashMap<>();
  private final TreeSet<Ranked> displaced = new TreeSet<>(Ranked.IN_ORDER);
  private final List<Ranked> line = new ArrayList<>();
  private List<Ranked> running = List.of();
  private Roster roster = Roster.EMPTY;
  private boolean lost;
  private long decision;

  Ranking(QueueOrder order, SizeRule sizes) {
    this.order = order;
    this.sizes = sizes;
  }

  /** Updates the ranking to the next picture. */
  void update(Cluster cluster) {
    decision++;
    cluster.jobs().changesSince(roster, this::change);
    if (lost) {
      forget();
      cluster.jobs().changesSince(Roster.EMPTY, this::change);
    }
    roster = cluster.jobs();
    follow(cluster.running());
  }

  /** The number of the picture, which marks results that hold for it only. */
  long decision() {
    return decision;
  }

  Collection<Group> groups() {
    return groups.values();
  }

  /** Waiting jobs that are ordered among the running ones. */
  Collection<Ranked> displaced() {
    return displaced;
  }

  /** The running jobs that may be changed, by arrival. */
  List<Ranked> running() {
    return running;
  }

  /** The running jobs that may be changed, in their present order. */
  List<Ranked> runningInOrder(QueueOrder orderNow, Instant now) {
    for (Ranked each : line) {
      each.rank(orderNow, now);
    }
    line.sort(Ranked.IN_ORDER);
    return line;
  }

  private void change(@Nullable Job before, @Nullable Job after) {
    if (before != null && !before.holdsResources()) {
      remove(waiting(before));
    }
    if (after != null && !after.holdsResources()) {
      add(waiting(after));
    }
  }

  private void add(Ranked ranked) {
    ranked.group().enter();
    ranked.group().waiting().add(ranked);
    if (order.isDisplaced(ranked.job())) {
      displaced.add(ranked);
    }
  }

  /**
   * Removes a job. If a new estimate of its speed has changed its key, it is not found, and the
   * ranking is built again.
   */
  private void remove(Ranked ranked) {
    lost |= !ranked.group().waiting().remove(ranked);
    displaced.remove(ranked);
    leave(ranked.group());
  }

  /** The waiting jobs, in order. */
  Waiting waiting() {
    return new Waiting(groups.values());
  }

  private Ranked waiting(Job job) {
    return Ranked.of(job, group(job), order, job.progress().asOf());
  }

  private Group group(Job job) {
    var request = new SizedDemand(job.spec().demand(), sizes.of(job.spec()));
    return groups.computeIfAbsent(request, any -> new Group(any, job));
  }

  private void leave(Group group) {
    if (group.leave()) {
      groups.remove(group.request());
    }
  }

  private void forget() {
    groups.clear();
    displaced.clear();
    line.clear();
    running = List.of();
    lost = false;
  }

  /** Matches the running jobs with those of the last picture, both sorted by arrival. */
  private void follow(List<Job> jobs) {
    var next = new ArrayList<Ranked>(jobs.size());
    int old = 0;
    for (Job job : jobs) {
      while (old < running.size() && running.get(old).arrival() < job.arrival()) {
        old++;
      }
      boolean known = old < running.size() && running.get(old).isOf(job);
      Ranked ranked = known ? running.get(old) : start(job);
      ranked.see(job, decision);
      next.add(ranked);
    }
    line.removeIf(this::isGone);
    running = next;
  }

  private Ranked start(Job job) {
    var ranked = new Ranked(job, group(job));
    ranked.group().enter();
    line.add(ranked);
    return ranked;
  }

  private boolean isGone(Ranked ranked) {
    if (ranked.isSeen(decision)) {
      return false;
    }
    leave(ranked.group());
    return true;
  }
}
