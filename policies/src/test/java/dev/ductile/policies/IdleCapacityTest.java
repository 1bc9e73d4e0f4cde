package dev.ductile.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Device;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.laws.OddPictures;
import dev.ductile.laws.RandomCluster;
import dev.ductile.policies.fair.MaxMin;
import dev.ductile.policies.lin.Hell;
import dev.ductile.policies.lin.Knee;
import dev.ductile.policies.marginal.Marginal;
import dev.ductile.policies.optimus.Optimus;
import dev.ductile.policies.placements.Consolidated;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * No job waits while the nodes that it may use have room for its least size, on random clusters
 * with labels and device types.
 */
@Tag("contract")
final class IdleCapacityTest {
  private static final int SEEDS = 30 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int MOST_TOLD = 5;

  /**
   * Policies by whose rules resources stay idle: they are reserved or charged, jobs keep their
   * order, or a job starts at one size only. Their reasons say so.
   */
  private static final Set<String> LEAVING_IDLE =
      Set.of(
          "fixed-size",
          "moldable-knee",
          "moldable-hell",
          "jsq-chunk",
          "h-scheduler",
          "kill-based",
          "default-ps",
          "priority",
          "exploratory",
          "smd",
          "smd-exact",
          "esw",
          "optimus-utility");

  @TestFactory
  Stream<DynamicTest> noJobWaitsBesideRoomForIt() {
    return ServiceLoader.load(PolicyProvider.class).stream()
        .<PolicyProvider<?>>map(ServiceLoader.Provider::get)
        .filter(PolicyProvider::resizes)
        .filter(provider -> !LEAVING_IDLE.contains(provider.profile().name()))
        .map(provider ->
            dynamicTest(
                provider.profile().name(),
                () ->
                    assertThat(
                            LongStream.range(0, SEEDS)
                                .boxed()
                                .flatMap(seed -> waitingBesideRoom(provider, seed))
                                .limit(MOST_TOLD))
                        .isEmpty()));
  }

  /** Four GPUs of one type and two of another; each job needs one type and takes all it can. */
  @Test
  void aJobGrowsToTheNodesThatItMayUse() {
    var cluster = new Sketch(Nodes.of(List.of(node("a1", "a100", 4), node("v1", "v100", 2))));
    cluster.add(job("small", 0, "v100", 6, 1000)).add(job("large", 1, "a100", 4, 90_000));

    for (PolicyProvider<?> provider :
        List.of(new Marginal(), new Hell(), new Knee(), new Optimus(), new MaxMin())) {
      assertThat(cluster.grants(Sketch.policy(provider)))
          .as(provider.profile().name())
          .containsOnly(Map.entry("small", "2 on v1"), Map.entry("large", "4 on a1"));
    }
  }

  private static Node node(String name, String type, int gpus) {
    return new Node(
        new NodeId(name), Resources.gpus(gpus), Labels.NONE, new Device(Resources.GPU, type));
  }

  private static Job job(String name, int arrival, String type, int most, double steps) {
    Demand demand = Demand.perWorker(Resources.gpus(1)).withDevice(new Device(Resources.GPU, type));
    return Job.submitted(
        Sketch.spec(name, demand, Bounds.workers(1, most), steps),
        arrival,
        Sketch.NOW,
        where -> Math.pow(where.workers(), 0.9),
        Duration.ZERO);
  }

  /** Jobs with GPUs get their CPUs, although a job without GPUs could use up all CPUs of a node. */
  @Test
  void aJobWithoutAcceleratorsIsPlacedLast() {
    Resources each = Resources.of(Resources.CPU, 8).plus(Resources.gpus(4));
    var cluster = new Sketch(Nodes.uniform(2, each));
    Demand data = Demand.perWorker(Resources.of(Resources.CPU, 1));
    cluster.waiting(Sketch.spec("data", data, Bounds.workers(1, 8), 1000));
    Demand both = Demand.perWorker(Resources.of(Resources.CPU, 1).plus(Resources.gpus(1)));
    cluster.waiting(Sketch.spec("one", both, Bounds.workers(4, 4), 1000));
    cluster.waiting(Sketch.spec("two", both, Bounds.workers(4, 4), 1000));

    assertThat(cluster.grants(Sketch.policy(new MaxMin())))
        .containsEntry("one", "4 on node-0")
        .containsEntry("two", "4 on node-1")
        .containsKey("data");
  }

  private static Stream<String> waitingBesideRoom(PolicyProvider<?> provider, long seed) {
    return Stream.of(OddPictures.withLabels(seed, List.of()), new RandomCluster(seed).picture())
        .flatMap(picture -> waitingBesideRoom(Sketch.policy(provider), picture))
        .map(job -> "seed %d: %s".formatted(seed, job));
  }

  private static Stream<String> waitingBesideRoom(Policy policy, Cluster picture) {
    Plan plan = policy.decide(picture);
    FreeCapacity free = FreeCapacity.of(picture);
    for (Grant grant : plan.grants()) {
      free.take(grant.allocation(), grant.job().spec().demand());
    }
    Set<JobId> served =
        plan.grants().stream().map(grant -> grant.job().id()).collect(Collectors.toSet());
    return picture.jobs().stream()
        .filter(job -> !served.contains(job.id()) && !job.isProtected(picture.now()))
        .filter(job -> hasRoom(job, free))
        .map(job -> job.id() + " " + plan.reasons().why(job).sentence());
  }

  private static boolean hasRoom(Job job, FreeCapacity free) {
    Size least = job.spec().bounds().least();
    double speed = job.speedAt(least);
    Size size = speed > 0 && speed < Double.POSITIVE_INFINITY ? least : job.spec().asked();
    return job.spec().demand().isWithinLimit(size)
        && new Consolidated().place(job, size, free.copy()).isPresent();
  }
}
