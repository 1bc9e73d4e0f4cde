package dev.ductile.scheduler.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Gang;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Progress;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.scheduler.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A node of 10 GPUs and the queues blue (70) and red (30), under a policy that fills its part. */
class SharedNode {
  static final Instant NOW = Instant.EPOCH.plusSeconds(1000);
  static final NodeId NODE = new NodeId("node-0");

  final List<Job> jobs = new ArrayList<>();
  List<Queue> queues =
      List.of(Queue.sharing("blue", Sharing.weight(70)), Queue.sharing("red", Sharing.weight(30)));

  void elastic(String name, String queue, int held) {
    add(name, queue, held, spec -> spec);
  }

  void rigid(String name, String queue, int held) {
    add(name, queue, held, spec -> spec.fixedAt(Size.workers(held)));
  }

  void gang(String name, String queue, int workers) {
    add(name, queue, 0, spec -> spec.fixedAt(Size.workers(workers)).withGang(new Gang("team", 2)));
  }

  void add(String name, String queue, int held, UnaryOperator<JobSpec> changes) {
    JobSpec spec =
        JobSpec.of(
                new JobId(name),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, 20),
                Work.steps(1e6))
            .withQueue(queue, 0);
    Job job =
        Job.submitted(
            changes.apply(spec), jobs.size(), NOW, where -> where.workers(), Duration.ofSeconds(9));
    Allocation on = Allocation.on(NODE, Size.workers(Math.max(1, held)));
    jobs.add(
        held == 0
            ? job
            : job.withAllocation(
                on, JobState.RUNNING, job.progress().change(NOW, held, held), NOW));
  }

  /** The job has written its last checkpoint so many seconds ago. */
  void save(String name, double secondsAgo) {
    progress(name, secondsAgo, 0);
  }

  /** The job has had so many device-seconds, and has just written a checkpoint. */
  void serve(String name, double deviceSeconds) {
    progress(name, 0, deviceSeconds);
  }

  private void progress(String name, double secondsSinceCheckpoint, double deviceSeconds) {
    jobs.replaceAll(job -> {
      int rate = job.allocation().workers();
      return job.id().name().equals(name)
          ? job.with(
              new Progress(
                  NOW, 10_000, rate, 10_000 - secondsSinceCheckpoint * rate, deviceSeconds, rate))
          : job;
    });
  }

  Decision decide() {
    return decide(SharedNode::fill);
  }

  private Decision decide(Policy policy) {
    Cluster cluster =
        Cluster.of(NOW, Nodes.uniform(1, Resources.gpus(10)), jobs)
            .withSettings(new ClusterSettings(Optional.empty(), queues, Map.of()));
    return Decision.of(cluster, policy);
  }

  Map<String, Integer> gpus() {
    return gpus(SharedNode::fill);
  }

  Map<String, Integer> gpus(Policy policy) {
    Decision decision = decide(policy);
    assertThat(decision.violations()).isEmpty();
    var gpus = new TreeMap<String, Integer>();
    decision
        .plan()
        .grants()
        .forEach(grant -> gpus.put(grant.job().id().name(), grant.allocation().workers()));
    return gpus;
  }

  Reason reason(String name) {
    Decision decision = decide();
    return decision.cluster().jobs().stream()
        .filter(job -> job.id().name().equals(name))
        .map(job -> decision.plan().reasons().why(job))
        .findFirst()
        .orElseThrow();
  }

  /** Keeps running jobs, and gives each job in turn as much as fits. */
  private static Plan fill(Cluster cluster) {
    FreeCapacity free = cluster.left();
    var grants = new ArrayList<Grant>();
    for (Job job : cluster.jobs()) {
      if (job.isProtected(cluster.now())) {
        continue;
      }
      int room = 0;
      if (cluster.nodes().count() > 0) {
        var task = free.worker(job.spec().demand());
        room = task.isUnknown() ? 0 : free.room(0, task, 100);
      }
      int most = job.allocation().workers() + room;
      Size least = job.spec().bounds().least();
      boolean hasServers = least.servers() > 0;
      Size size = hasServers ? least : job.spec().bounds().atMost(Size.workers(most));
      if (hasServers ? free.fits(0, job.spec().demand(), least) : size.workers() <= most) {
        Allocation to = Allocation.on(NODE, size);
        free.give(job.allocation(), job.spec().demand());
        free.take(to, job.spec().demand());
        grants.add(new Grant(job, to));
      }
    }
    return Plan.of(grants, job -> why(job, grants));
  }

  private static Reason why(Job job, List<Grant> grants) {
    return grants.stream()
        .filter(grant -> grant.job().id().equals(job.id()))
        .findFirst()
        .map(grant ->
            Reason.of(
                Reason.Kind.of(job, grant.allocation()), "has {size}", grant.allocation().size()))
        .orElseGet(() -> Reason.of(Reason.Kind.WAITING_FOR_CAPACITY, "waits"));
  }
}
