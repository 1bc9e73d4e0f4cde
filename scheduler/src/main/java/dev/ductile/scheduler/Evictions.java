package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Roster;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Jobs that may not keep their allocation: their size is no longer allowed, or one of their nodes
 * is drained or has lost a required label. A job that has too many tasks gives some back before the
 * policy decides. The policy sees the others as waiting jobs, and so gives each of them a legal
 * allocation or none. A job without room for an allowed size keeps its present one until there is
 * room. The engine gets one order for each, from the old allocation to the new one.
 *
 * @param picture the picture in which these jobs are as they are
 * @param cluster the picture, in which all of these jobs may be changed
 * @param shown the picture for the policy
 * @param evicted these jobs by their arrival
 * @param withoutRoom the plan in which the jobs that keep their sizes had no room
 */
record Evictions(
    Cluster picture,
    Cluster cluster,
    Cluster shown,
    Map<Long, EvictedJob> evicted,
    Optional<Plan> withoutRoom) {
  static Evictions of(Cluster picture, List<Job> evicted) {
    Map<Long, EvictedJob> byArrival = new LinkedHashMap<>();
    evicted.forEach(job -> byArrival.put(job.arrival(), EvictedJob.of(job, picture)));
    return of(picture, byArrival, Optional.empty());
  }

  private static Evictions of(
      Cluster picture, Map<Long, EvictedJob> evicted, Optional<Plan> withoutRoom) {
    return evicted.isEmpty()
        ? new Evictions(picture, picture, picture, Map.of(), withoutRoom)
        : new Evictions(
            picture, changeable(picture, evicted), shown(picture, evicted), evicted, withoutRoom);
  }

  private static Cluster shown(Cluster picture, Map<Long, EvictedJob> evicted) {
    Roster jobs = picture.jobs();
    FreeCapacity left = picture.left();
    var running = without(picture.running(), evicted);
    var pinned = without(picture.pinned(), evicted);
    for (EvictedJob job : evicted.values()) {
      Job shown = job.shown();
      jobs = jobs.with(shown);
      left.give(job.job().allocation(), shown.spec().demand());
      left.take(shown.allocation(), shown.spec().demand());
      if (shown.holdsResources()) {
        (shown.isProtected(picture.now()) ? pinned : running).add(shown);
      }
    }
    return with(picture, jobs, running, pinned, left);
  }

  /** The picture in which all jobs may be changed except protected ones that keep their sizes. */
  private static Cluster changeable(Cluster picture, Map<Long, EvictedJob> evicted) {
    var running = without(picture.running(), evicted);
    var pinned = without(picture.pinned(), evicted);
    for (EvictedJob job : evicted.values()) {
      boolean isPinned = job.isKept() && job.job().isProtected(picture.now());
      (isPinned ? pinned : running).add(job.job());
    }
    return with(picture, picture.jobs(), running, pinned, picture.left());
  }

  private static List<Job> without(List<Job> jobs, Map<Long, EvictedJob> evicted) {
    return jobs.stream()
        .filter(job -> !evicted.containsKey(job.arrival()))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static Cluster with(
      Cluster picture, Roster jobs, List<Job> running, List<Job> pinned, FreeCapacity left) {
    running.sort(Comparator.comparingLong(Job::arrival));
    pinned.sort(Comparator.comparingLong(Job::arrival));
    return new Cluster(
        picture.now(),
        picture.nodes(),
        jobs,
        List.copyOf(running),
        List.copyOf(pinned),
        left,
        picture.settings(),
        picture.usage());
  }

  /** The jobs that have no grant in this plan, although they may stay where they are. */
  Set<Long> withoutRoom(Plan plan) {
    Set<Long> granted =
        plan.grants().stream().map(grant -> grant.job().arrival()).collect(Collectors.toSet());
    return evicted.entrySet().stream()
        .filter(each -> !granted.contains(each.getKey()) && each.getValue().mayStay(picture))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** The jobs that the policy sees waiting although they may stay where they are. */
  Set<Long> mayStay() {
    return evicted.entrySet().stream()
        .filter(each -> each.getValue().mayStay(picture))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** The same, where these jobs keep their present sizes. */
  Evictions keeping(Set<Long> arrivals, Plan first) {
    var kept = new LinkedHashMap<Long, EvictedJob>();
    evicted.forEach(
        (arrival, job) -> kept.put(arrival, arrivals.contains(arrival) ? job.kept() : job));
    return of(picture, kept, withoutRoom.or(() -> Optional.of(first)));
  }

  /** The plan, with the jobs as they really are. It may change as soon as there is more room. */
  Plan actual(Plan plan) {
    if (evicted.isEmpty()) {
      return plan;
    }
    return new Plan(
        Stream.concat(plan.grants().stream().map(this::actual), givenBack()).toList(),
        plan.notes(),
        plan.reconsider(),
        plan.settled() && withoutRoom.isEmpty(),
        new EvictionReasons(picture, evicted, plan, withoutRoom),
        plan.figures());
  }

  /** The smaller allocations of protected jobs, which the policy cannot grant. */
  private Stream<Grant> givenBack() {
    return evicted.values().stream()
        .flatMap(
            job -> job.giveBack(picture.now()).map(rest -> new Grant(job.job(), rest)).stream());
  }

  private Grant actual(Grant grant) {
    Job job = grant.job();
    Job actual = Optional.ofNullable(evicted.get(job.arrival())).map(EvictedJob::job).orElse(job);
    return new Grant(actual, grant.allocation(), grant.rescaleMode());
  }
}
