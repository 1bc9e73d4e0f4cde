package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Resources;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The use of the cluster by a plan: free resources and the jobs that hold the others. It is
 * computed when a reason needs it.
 */
final class PlannedUse {
  private final Cluster cluster;
  private final Map<Long, Allocation> granted;
  private final Map<TaskAmounts.LeastSize, Boolean> fits = new HashMap<>();
  private final Map<LeastSizeInQueue, Boolean> fitsBeside = new HashMap<>();
  private final Map<ResourceOnNodes, Holders> holders = new HashMap<>();
  private final Map<Owner, Resources> owners = new HashMap<>();
  private Optional<FreeCapacity> free = Optional.empty();

  private record LeastSizeInQueue(String queue, TaskAmounts.LeastSize least) {}

  /** A resource on the nodes that meet a requirement. */
  private record ResourceOnNodes(String resource, Optional<String> requirement) {}

  private record Owner(String name, String queue) {}

  private record Held(JobId job, double amount) {}

  /**
   * The jobs that hold a resource.
   *
   * @param largest the job that holds most of it
   */
  record Holders(Optional<JobId> largest, int count) {}

  PlannedUse(Cluster cluster, Map<Long, Allocation> granted) {
    this.cluster = cluster;
    this.granted = Map.copyOf(granted);
  }

  /** The allocation of the job by the plan. */
  Allocation allocation(Job job) {
    return job.isProtected(cluster.now())
        ? job.allocation()
        : Optional.ofNullable(granted.get(job.arrival())).orElse(Allocation.NONE);
  }

  /** The jobs that have resources by the plan. */
  private Stream<Job> holding() {
    return Stream.concat(
        cluster.pinned().stream(),
        granted.keySet().stream().flatMap(arrival -> cluster.jobs().at(arrival).stream()));
  }

  /** Whether the free resources hold the least size of the job. */
  synchronized boolean fits(Job job) {
    var least = TaskAmounts.LeastSize.of(job);
    return fits.computeIfAbsent(least, _ -> TaskAmounts.fits(least, free().copy()));
  }

  /**
   * Whether the least size of the job would fit if no changeable job of another queue held
   * anything.
   */
  synchronized boolean fitsBesideItsQueue(Job job) {
    var beside = new LeastSizeInQueue(job.spec().queue(), TaskAmounts.LeastSize.of(job));
    return fitsBeside.computeIfAbsent(
        beside, _ -> TaskAmounts.fits(beside.least(), besideQueue(beside.queue())));
  }

  private FreeCapacity besideQueue(String queue) {
    return left(job -> job.isProtected(cluster.now()) || job.spec().queue().equals(queue));
  }

  private FreeCapacity free() {
    return free.orElseGet(() -> {
      FreeCapacity left = left(_ -> true);
      free = Optional.of(left);
      return left;
    });
  }

  private FreeCapacity left(Predicate<Job> taking) {
    FreeCapacity left = cluster.nodes().allFree();
    holding().filter(taking).forEach(job -> left.take(allocation(job), job.spec().demand()));
    return left;
  }

  /** The holders of a resource on the nodes that a job with this demand may use. */
  synchronized Holders holders(String resource, Demand demand) {
    return holders.computeIfAbsent(
        new ResourceOnNodes(resource, demand.requirement()), wanted -> holders(wanted, demand));
  }

  private Holders holders(ResourceOnNodes wanted, Demand demand) {
    List<Held> held =
        holding()
            .map(job -> new Held(job.id(), held(job, wanted.resource(), demand)))
            .filter(each -> each.amount() > 0)
            .toList();
    Optional<JobId> largest =
        held.stream()
            .max(
                Comparator.comparingDouble(Held::amount)
                    .thenComparing(each -> each.job().name(), Comparator.reverseOrder()))
            .map(Held::job);
    return new Holders(largest, held.size());
  }

  private double held(Job job, String resource, Demand demand) {
    return allocation(job).shares().stream()
        .filter(share -> cluster.nodes().find(share.node()).filter(demand::accepts).isPresent())
        .mapToDouble(share -> job.spec().demand().of(share.size()).amount(resource))
        .sum();
  }

  /** The free amount of each resource that is too short for the least size of the job. */
  synchronized Map<String, Double> scarce(Job job) {
    Demand demand = job.spec().demand();
    Resources left = free().left(demand);
    Map<String, Double> scarce = new TreeMap<>();
    demand
        .of(job.spec().bounds().least())
        .amounts()
        .forEach((name, need) -> {
          if (!Resources.covers(left.amount(name), need)) {
            scarce.put(name, left.amount(name));
          }
        });
    return scarce;
  }

  /** The resources that the jobs of an owner have in a queue. */
  synchronized Resources ownerUse(String owner, String queue) {
    return owners.computeIfAbsent(
        new Owner(owner, queue),
        _ ->
            holding()
                .filter(job -> job.spec().owner().equals(owner) && job.spec().queue().equals(queue))
                .map(job -> job.spec().demand().of(allocation(job).size()))
                .reduce(Resources.NONE, Resources::plus));
  }
}
