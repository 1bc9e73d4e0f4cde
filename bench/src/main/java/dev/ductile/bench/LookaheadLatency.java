package dev.ductile.bench;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
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

/** The time of a decision of lookahead, whose budget of 100 ms counts simulated decisions. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 3, time = 5)
@Fork(1)
public class LookaheadLatency {
  @Param({"marginal", "hell filling=true"})
  public String base = "";

  @Param({"100", "1000"})
  public int jobs;

  private Policy policy = policy("max-min");
  private ClusterPictures pictures = new ClusterPictures(JobMix.ELASTIC, 0, 1, policy);
  private Cluster cluster = pictures.now();

  @Setup(Level.Trial)
  public void draw() {
    policy = policy(base);
    pictures = new ClusterPictures(JobMix.ELASTIC, jobs, jobs / 10, policy);
  }

  @Setup(Level.Invocation)
  public void moveOn() {
    cluster = pictures.next();
  }

  @Benchmark
  public Plan decision() {
    return policy.decide(cluster);
  }

  private static Policy policy(String base) {
    Catalog catalog = Catalog.installed();
    return catalog.policy(
        Choice.named("lookahead").with("base", base),
        catalog.placement(Choice.named("consolidated")),
        new Seed(1).child("policy"));
  }
}
