package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Gang;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Phrase;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The gangs of a picture. A job of a gang starts only in a decision after which all jobs of the
 * gang hold resources. A job that has started may continue without the others.
 *
 * @param members the jobs of each gang that are not over, in order of arrival
 */
record Gangs(Map<String, List<Job>> members) {
  private static final Gangs NONE = new Gangs(Map.of());

  static Gangs of(Cluster cluster, SortedMap<String, SortedSet<Long>> arrivals) {
    if (arrivals.isEmpty()) {
      return NONE;
    }
    var members = new LinkedHashMap<String, List<Job>>();
    arrivals.forEach((name, jobs) ->
        members.put(name, jobs.stream().flatMap(job -> cluster.jobs().at(job).stream()).toList()));
    return new Gangs(members);
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  /** The jobs of this gang that are not over, in order of arrival. */
  List<Job> of(String gang) {
    return members.getOrDefault(gang, List.of());
  }

  /** The jobs that must start together with this one; only the job itself if it has no gang. */
  List<Job> startingWith(Job job) {
    return job.spec().gang().isNone()
        ? List.of(job)
        : of(job.spec().gang().name()).stream().filter(Gangs::isWaiting).toList();
  }

  /** Refuses the waiting jobs of gangs that are incomplete or have a refused job. */
  void refuse(Map<JobId, Reason> refused) {
    for (List<Job> gang : members.values()) {
      for (Job job : gang) {
        if (isWaiting(job) && job.revision() == 0 && gang.size() < size(gang)) {
          refused.putIfAbsent(job.id(), incomplete(gang));
        }
      }
      gang.stream()
          .filter(job -> isWaiting(job) && refused.containsKey(job.id()))
          .findFirst()
          .ifPresent(cause -> refuseOthers(gang, cause, refused));
    }
  }

  /** Refuses the waiting jobs of a gang because one of them is refused. */
  static void refuseOthers(List<Job> gang, Job cause, Map<JobId, Reason> refused) {
    Phrase why = Objects.requireNonNull(refused.get(cause.id())).phrase();
    for (Job job : gang) {
      if (isWaiting(job)) {
        refused.putIfAbsent(
            job.id(),
            reason(
                "waits for its gang {gang}, of which {gangMember} {memberReason}",
                gang,
                cause.id(),
                why));
      }
    }
  }

  private static Reason incomplete(List<Job> gang) {
    return reason(
        "waits for its gang {gang}: {gangSubmitted} of its {gangSize} jobs are submitted",
        gang,
        gang.size(),
        size(gang));
  }

  private static Reason reason(String template, List<Job> gang, Object... values) {
    var all = new ArrayList<Object>();
    all.add(gang.getFirst().spec().gang().name());
    all.addAll(List.of(values));
    return Reason.of(Reason.Kind.GANG, template, all.toArray());
  }

  private static int size(List<Job> gang) {
    return gang.stream().map(job -> job.spec().gang()).mapToInt(Gang::members).max().orElse(0);
  }

  static boolean isWaiting(Job job) {
    return !job.holdsResources();
  }

  /**
   * The gangs of which a plan starts some jobs and leaves others without resources, in the order of
   * the plan.
   */
  List<String> partial(Cluster cluster, Plan plan) {
    Set<Long> granted = granted(plan);
    return plan.grants().stream()
        .map(grant -> grant.job().spec().gang())
        .filter(gang -> !gang.isNone())
        .map(Gang::name)
        .distinct()
        .filter(gang -> missing(of(gang), granted, cluster).isPresent())
        .toList();
  }

  /** Whether the plan gives resources to each waiting job of the gang. */
  boolean starts(String name, Plan plan) {
    Set<Long> granted = granted(plan);
    return of(name).stream()
        .filter(Gangs::isWaiting)
        .allMatch(job -> granted.contains(job.arrival()));
  }

  /** The plan without grants that start only a part of a gang. */
  WholePlan whole(Cluster cluster, Plan plan) {
    if (isEmpty()) {
      return new WholePlan(plan, 0);
    }
    Set<Long> granted = granted(plan);
    Map<JobId, Reason> reasons = new HashMap<>();
    for (List<Job> gang : members.values()) {
      missing(gang, granted, cluster)
          .ifPresent(lacking ->
              gang.stream()
                  .filter(job -> isWaiting(job) && granted.contains(job.arrival()))
                  .forEach(job -> reasons.put(job.id(), alone(gang, lacking))));
    }
    return WholePlan.of(plan, reasons);
  }

  private static Reason alone(List<Job> gang, Job lacking) {
    return reason(
        "waits for its gang {gang}: this decision has no resources for {gangMember}",
        gang,
        lacking.id());
  }

  /**
   * A job of the gang that has no resources after the plan although the plan starts another one.
   */
  private static Optional<Job> missing(List<Job> gang, Set<Long> granted, Cluster cluster) {
    boolean isStarting =
        gang.stream().anyMatch(job -> isWaiting(job) && granted.contains(job.arrival()));
    return gang.stream()
        .filter(job -> isStarting && !granted.contains(job.arrival()))
        .filter(job -> !job.isProtected(cluster.now()))
        .findFirst();
  }

  private static Set<Long> granted(Plan plan) {
    var granted = new HashSet<Long>();
    for (Grant grant : plan.grants()) {
      granted.add(grant.job().arrival());
    }
    return granted;
  }

  /**
   * A plan that starts no gang in part.
   *
   * @param dropped the number of grants that would have started a part of a gang
   */
  record WholePlan(Plan plan, int dropped) {
    static WholePlan of(Plan plan, Map<JobId, Reason> dropped) {
      if (dropped.isEmpty()) {
        return new WholePlan(plan, 0);
      }
      List<Grant> kept =
          plan.grants().stream().filter(grant -> !dropped.containsKey(grant.job().id())).toList();
      return new WholePlan(
          new Plan(
              kept,
              plan.notes().stream().filter(note -> !dropped.containsKey(note.job())).toList(),
              plan.reconsider(),
              false,
              job ->
                  Optional.ofNullable(dropped.get(job.id()))
                      .orElseGet(() -> plan.reasons().why(job)),
              plan.figures()),
          dropped.size());
    }
  }
}
