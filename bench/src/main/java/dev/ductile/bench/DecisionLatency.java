package dev.ductile.bench;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import java.util.List;
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

/** The time of one decision for 10,000 jobs on 10,000 nodes of 8 GPUs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 2, time = 4)
@Fork(1)
public class DecisionLatency {
  @Param({
    "fifo",
    "sjf",
    "srtf",
    "srsf",
    "las",
    "tiresias-l",
    "drf",
    "tetris",
    "fixed-size",
    "max-min"
  })
  public String policy = "";

  @Param("10000")
  public int jobs;

  @Param("10000")
  public int nodes;

  private Policy following = DecisionLatency::grantsNothing;
  private ClusterPictures pictures = new ClusterPictures(JobMix.MOSTLY_RIGID, 0, 1, following);
  private Cluster cluster = pictures.now();

  @Setup(Level.Trial)
  public void draw() {
    following = fresh();
    pictures = new ClusterPictures(JobMix.MOSTLY_RIGID, jobs, nodes, following);
  }

  @Setup(Level.Invocation)
  public void moveOn() {
    cluster = pictures.next();
  }

  /** The scheduler's case: a moment after the last decision, by the same policy. */
  @Benchmark
  public Plan next() {
    return following.decide(cluster);
  }

  /** The first decision after a restart: a policy that has never seen the cluster. */
  @Benchmark
  public Plan first() {
    return fresh().decide(cluster);
  }

  private static Plan grantsNothing(Cluster cluster) {
    return Plan.of(List.of(), job -> Reason.of(Reason.Kind.INFEASIBLE, "no job gets resources"));
  }

  private Policy fresh() {
    Catalog catalog = Catalog.installed();
    return catalog.policy(
        Choice.named(policy),
        catalog.placement(Choice.named("consolidated")),
        new Seed(1).child("policy"));
  }
}
