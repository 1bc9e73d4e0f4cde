package dev.ductile.answers.why;

import dev.ductile.api.Demand;
import dev.ductile.api.Gang;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.rest.Blocker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What keeps a job from competing for resources: a hold, other jobs, its gang, or a quota. */
record QueueBlockers(WaitingJob waiting) {
  static List<Blocker> of(WaitingJob waiting) {
    return new QueueBlockers(waiting).list();
  }

  private List<Blocker> list() {
    var blockers = new ArrayList<Blocker>();
    hold().ifPresent(blockers::add);
    gang().ifPresent(blockers::add);
    waiting.cluster().settings().queues().stream()
        .filter(queue -> queue.name().equals(waiting.job().spec().queue()))
        .flatMap(this::quotas)
        .forEach(blockers::add);
    return blockers;
  }

  private Optional<Blocker> hold() {
    List<String> after =
        waiting.state().dependencies(waiting.job().id()).stream().map(JobId::name).toList();
    if (!after.isEmpty()) {
      return Optional.of(
          blocker("dependency", "waits for the end of " + Holders.text(after), after));
    }
    return waiting.job().manualOverride().held()
        ? Optional.of(blocker("hold", "it is held until it is resumed", List.of()))
        : Optional.empty();
  }

  static Blocker blocker(String kind, String sentence, List<String> jobs) {
    return new Blocker(
        kind, sentence, jobs.stream().limit(Holders.MOST).toList(), List.of(), Map.of(), Map.of());
  }

  private Optional<Blocker> gang() {
    Gang gang = waiting.job().spec().gang();
    if (gang.isNone()) {
      return Optional.empty();
    }
    List<Job> members =
        waiting.cluster().jobs().stream()
            .filter(job -> job.spec().gang().name().equals(gang.name()))
            .toList();
    int size = members.stream().mapToInt(job -> job.spec().gang().members()).max().orElse(1);
    if (members.size() < size && waiting.job().revision() == 0) {
      return Optional.of(
          blocker(
              "gang",
              "of its gang %s, %d of %d jobs are submitted"
                  .formatted(gang.name(), members.size(), size),
              others(members.stream())));
    }
    return gangThatCannotStart(gang, members);
  }

  /** The members that wait as well and get nothing in the present decision. */
  private Optional<Blocker> gangThatCannotStart(Gang gang, List<Job> members) {
    List<String> lacking =
        others(members.stream().filter(job -> !job.holdsResources() && !isGranted(job)));
    if (lacking.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        blocker(
            "gang",
            "it starts together with its gang %s, of which %s %s too"
                .formatted(
                    gang.name(), Holders.text(lacking), lacking.size() == 1 ? "waits" : "wait"),
            lacking));
  }

  private List<String> others(Stream<Job> members) {
    return members
        .filter(job -> job.arrival() != waiting.job().arrival())
        .map(job -> job.id().name())
        .toList();
  }

  private boolean isGranted(Job job) {
    return waiting.plan().grants().stream()
        .anyMatch(grant -> grant.job().arrival() == job.arrival());
  }

  private Stream<Blocker> quotas(Queue queue) {
    String owner = waiting.job().spec().owner();
    return Stream.of(
            quota(
                queue.quota(),
                job -> true,
                queue,
                "queue %s uses %%s of its quota of %%s, and it needs %%s".formatted(queue.name())),
            quota(
                queue.userQuota(),
                job -> job.spec().owner().equals(owner),
                queue,
                "owner %s uses %%s in queue %s, where each owner may use %%s, and it needs %%s"
                    .formatted(owner, queue.name())))
        .flatMap(Optional::stream);
  }

  /**
   * A quota that the least size of the job would exceed.
   *
   * @param counted the jobs of the queue that count
   * @param template takes the used amounts, those of the quota, and the needed ones
   */
  private Optional<Blocker> quota(
      Resources quota, Predicate<Job> counted, Queue queue, String template) {
    Predicate<Job> which = job -> job.spec().queue().equals(queue.name()) && counted.test(job);
    Resources need = waiting.demand().of(waiting.job().spec().bounds().least());
    Resources used = used(which);
    var free = new TreeMap<String, Double>();
    var needs = new TreeMap<String, Double>();
    quota
        .amounts()
        .forEach((name, most) -> {
          if (!Resources.covers(most, used.amount(name) + need.amount(name))) {
            free.put(name, Math.max(0, most - used.amount(name)));
            needs.put(name, need.amount(name));
          }
        });
    return free.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Blocker(
                "quota",
                template.formatted(of(used, free), of(quota, free), of(need, free)),
                Holders.names(Holders.of(waiting.cluster(), free.keySet(), Demand.NONE, which)),
                List.of(),
                needs,
                free));
  }

  private static String of(Resources all, Map<String, Double> some) {
    return String.join(
        ", ",
        some.keySet().stream()
            .map(name ->
                all.amount(name) > 0
                    ? Resources.of(name, all.amount(name)).toString()
                    : Resources.named("0", name))
            .toList());
  }

  private Resources used(Predicate<Job> which) {
    return Stream.concat(waiting.cluster().running().stream(), waiting.cluster().pinned().stream())
        .filter(which)
        .map(job -> job.spec().demand().of(job.allocation().size()))
        .reduce(Resources.NONE, Resources::plus);
  }
}
