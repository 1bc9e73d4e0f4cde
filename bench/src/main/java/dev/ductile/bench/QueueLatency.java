package dev.ductile.bench;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Policy;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scheduler.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The time of one decision for 10,000 queued and 1,000 running jobs in four queues. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 4)
@Measurement(iterations = 2, time = 5)
@Fork(1)
public class QueueLatency {
  private static final int RUNNING = 1_000;
  private static final int QUEUED = 10_000;
  private static final int GPUS_OF_A_NODE = 8;

  @Param({"fifo", "max-min", "marginal"})
  public String policy = "";

  @Param({"true", "false"})
  public boolean shared;

  private Policy inside =
      cluster -> {
        throw new IllegalStateException();
      };
  private Cluster cluster = Cluster.of(Instant.EPOCH, Nodes.NONE, List.of());
  private long arrivals;

  @Setup(Level.Trial)
  public void draw() {
    Catalog catalog = Catalog.installed();
    inside =
        catalog.policy(
            Choice.named(policy),
            catalog.placement(Choice.named("consolidated")),
            new Seed(1).child("policy"));
    var jobs = new ArrayList<Job>();
    for (arrivals = 0; arrivals < RUNNING + QUEUED; arrivals++) {
      jobs.add(arrivals < RUNNING ? running(arrivals) : queued(arrivals));
    }
    cluster = picture(Nodes.uniform(RUNNING / 4, Resources.gpus(GPUS_OF_A_NODE)), jobs);
  }

  private Cluster picture(Nodes nodes, Iterable<Job> jobs) {
    List<Queue> queues = new ArrayList<>();
    for (int queue = 0; queue < 4; queue++) {
      queues.add(Queue.sharing("queue-" + queue, Sharing.weight(queue + 1)));
    }
    return Cluster.of(Instant.EPOCH, nodes, jobs)
        .withSettings(new ClusterSettings(Optional.empty(), shared ? queues : List.of(), Map.of()));
  }

  private static Job queued(long arrival) {
    var spec =
        JobSpec.of(
                new JobId("job-" + arrival),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, 2 + (int) (arrival % 7)),
                Work.steps(1e5 + arrival % 1000))
            .withQueue("queue-" + arrival % 4, 0);
    return Job.submitted(
        spec, arrival, Instant.EPOCH, where -> Math.sqrt(where.workers()), Duration.ofSeconds(10));
  }

  /** Four jobs with two workers share each node, so that the cluster is full. */
  private static Job running(long arrival) {
    Job job = queued(arrival);
    var on = Allocation.on(new NodeId("node-" + arrival / 4), Size.workers(2));
    return job.withAllocation(
        on,
        JobState.RUNNING,
        job.progress().change(Instant.EPOCH, job.speed().stepsPerSecond(on), 2),
        Instant.EPOCH);
  }

  /** One running job ends and one arrives. */
  @Setup(Level.Invocation)
  public void moveOn() {
    Job ended = cluster.running().get((int) (arrivals % cluster.running().size()));
    Job arrived = queued(arrivals++);
    cluster =
        picture(
            cluster.nodes(), cluster.jobs().without(ended.arrival()).with(running(ended, arrived)));
  }

  /** The arrived job takes the tasks of the ended one, so that the cluster stays full. */
  private static Job running(Job ended, Job arrived) {
    return arrived.withAllocation(
        ended.allocation(), JobState.RUNNING, ended.progress(), Instant.EPOCH);
  }

  @Benchmark
  public Decision decide() {
    return Decision.of(cluster, inside);
  }
}
