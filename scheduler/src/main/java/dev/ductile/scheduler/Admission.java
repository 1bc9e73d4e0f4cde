package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Phrase;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Roster;
import dev.ductile.api.Size;
import dev.ductile.scheduler.sharing.DominantResources;
import dev.ductile.scheduler.sharing.Shrinking;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The jobs that compete for resources now. The policy does not see the others, so every policy
 * obeys holds, quotas and gangs.
 *
 * @param cluster the picture for the policy
 * @param refused the reason of each job that must wait
 */
record Admission(Cluster cluster, Map<JobId, Reason> refused) {
  /** Waiting jobs of a queue are admitted by priority and then by arrival. */
  private static final Comparator<Job> TURN =
      Comparator.comparingInt((Job job) -> -job.spec().priority()).thenComparingLong(Job::arrival);

  /**
   * Admits all jobs except three kinds: withheld jobs, jobs whose least size would exceed the quota
   * of their queue, and jobs of a gang that is incomplete or has a member that is not admitted.
   *
   * @param withheld the reasons of jobs that are held, or wait for the ends of other jobs
   */
  static Admission of(Cluster cluster, Map<JobId, Reason> withheld, Gangs gangs) {
    if (withheld.isEmpty() && cluster.settings().queues().isEmpty() && gangs.isEmpty()) {
      return new Admission(cluster, Map.of());
    }
    Map<JobId, Reason> refused = new HashMap<>(withheld);
    gangs.refuse(refused);
    if (!cluster.settings().queues().isEmpty()) {
      refuseOverQuota(cluster, gangs, refused);
    }
    Roster admitted = cluster.jobs();
    for (Job job : cluster.waiting()) {
      if (refused.containsKey(job.id())) {
        admitted = admitted.without(job.arrival());
      }
    }
    return new Admission(cluster.withJobs(admitted), Map.copyOf(refused));
  }

  private static void refuseOverQuota(Cluster cluster, Gangs gangs, Map<JobId, Reason> refused) {
    QuotaUse use = useOfHolders(cluster);
    List<Job> waiting = new ArrayList<>(cluster.waiting());
    waiting.removeIf(job -> refused.containsKey(job.id()));
    waiting.sort(TURN);
    Set<JobId> counted = new HashSet<>();
    for (Job job : waiting) {
      if (counted.add(job.id()) && !refused.containsKey(job.id())) {
        List<Job> together = gangs.startingWith(job);
        together.forEach(each -> counted.add(each.id()));
        use = admit(together, use, refused);
      }
    }
  }

  /** Counts the least sizes of jobs that start together: of all of them, or of none. */
  private static QuotaUse admit(List<Job> together, QuotaUse use, Map<JobId, Reason> refused) {
    QuotaUse after = together.size() == 1 ? use : use.copy();
    for (Job job : together) {
      Size least = job.spec().bounds().least();
      if (!after.change(job, Size.NONE, least)) {
        refused.put(job.id(), overQuota(Phrase.of("waits"), job, Size.NONE, least, after));
        Gangs.refuseOthers(together, job, refused);
        return use;
      }
    }
    return after;
  }

  /**
   * The use before the decision. In a divided cluster, a queue decides as if its quota were a
   * cluster of its own, so its running jobs may shrink for its waiting ones.
   */
  private static QuotaUse useOfHolders(Cluster cluster) {
    var use = new QuotaUse(cluster.settings().queues());
    cluster.running().forEach(job -> use.add(job, job.allocation().size()));
    cluster.pinned().forEach(job -> use.add(job, job.allocation().size()));
    Map<String, String> divided = DominantResources.byQueue(cluster);
    for (Job job : cluster.running()) {
      Optional.ofNullable(divided.get(job.spec().queue()))
          .ifPresent(resource -> use.countAtLeastSize(job, resource));
    }
    return use;
  }

  private static Reason overQuota(Phrase effect, Job job, Size from, Size size, QuotaUse use) {
    return Reason.of(
        Reason.Kind.OVER_QUOTA,
        "{}: {}, and this job takes {need} at a size of {wanted}",
        effect,
        use.exceeded(job, from, size),
        job.spec().demand().of(size),
        size);
  }

  /**
   * The plan without the grants that would exceed a quota, and with reasons for the jobs that the
   * policy did not see.
   */
  Plan complete(Plan plan) {
    if (refused.isEmpty() && cluster.settings().queues().isEmpty()) {
      return plan;
    }
    Map<JobId, Reason> reasons = new HashMap<>(refused);
    List<Grant> grants =
        cluster.settings().queues().isEmpty() ? plan.grants() : withinQuota(plan.grants(), reasons);
    return new Plan(
        grants,
        plan.notes(),
        plan.reconsider(),
        plan.settled() && refused.isEmpty(),
        job -> reasons.containsKey(job.id()) ? reasons.get(job.id()) : plan.reasons().why(job),
        plan.figures());
  }

  private List<Grant> withinQuota(List<Grant> grants, Map<JobId, Reason> reasons) {
    QuotaUse use = useAfterReleases(grants);
    Set<Long> tooLarge = new HashSet<>();
    for (Grant grant : grants) {
      Job job = grant.job();
      Size from = job.allocation().size();
      Size to = grant.allocation().size();
      if (!isNoLarger(to, from) && !use.change(job, from, to)) {
        reasons.put(
            job.id(), overQuota(Phrase.of("is not given {wanted}", to), job, from, to, use));
        tooLarge.add(job.arrival());
      }
    }
    return tooLarge.isEmpty() ? grants : atPresentSizes(grants, tooLarge);
  }

  /**
   * The grants without those that would exceed a quota. A running job keeps its present size
   * instead, and stays where it is unless the plan gives that place to another job.
   */
  private List<Grant> atPresentSizes(List<Grant> grants, Set<Long> tooLarge) {
    FreeCapacity free = FreeCapacity.of(cluster);
    grants.stream()
        .filter(grant -> !tooLarge.contains(grant.job().arrival()))
        .forEach(grant -> free.take(grant.allocation(), grant.job().spec().demand()));
    var kept = new ArrayList<Grant>(grants.size());
    for (Grant grant : grants) {
      Job job = grant.job();
      if (!tooLarge.contains(job.arrival())) {
        kept.add(grant);
      } else if (job.holdsResources()) {
        Allocation present = job.allocation();
        Allocation to =
            free.fits(present, job.spec().demand())
                ? present
                : Shrinking.to(grant.allocation(), present.size());
        free.take(to, job.spec().demand());
        kept.add(new Grant(job, to, grant.rescaleMode()));
      }
    }
    return List.copyOf(kept);
  }

  /** The use of the queues after jobs have released the resources that the plan takes from them. */
  private QuotaUse useAfterReleases(List<Grant> grants) {
    Map<JobId, Size> granted = new HashMap<>();
    grants.forEach(grant -> granted.put(grant.job().id(), grant.allocation().size()));
    var use = new QuotaUse(cluster.settings().queues());
    cluster.pinned().forEach(job -> use.add(job, job.allocation().size()));
    for (Job job : cluster.running()) {
      Size from = job.allocation().size();
      Size to = granted.getOrDefault(job.id(), Size.NONE);
      use.add(job, isNoLarger(to, from) ? to : from);
    }
    return use;
  }

  private static boolean isNoLarger(Size to, Size from) {
    return to.workers() <= from.workers() && to.servers() <= from.servers();
  }
}
