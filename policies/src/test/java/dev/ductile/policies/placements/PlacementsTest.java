package dev.ductile.policies.placements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PlacementsTest {
  private static final Demand GPU = Demand.perWorker(Resources.gpus(1));
  private static final Demand SERVED =
      new Demand(
          Resources.of(Map.of(Resources.GPU, 1.0, Resources.CPU, 3.0)),
          Resources.of(Resources.CPU, 2),
          Resources.NONE);

  static List<String> names() {
    return ServiceLoader.load(PlacementProvider.class).stream()
        .map(provider -> provider.get().name())
        .sorted()
        .toList();
  }

  @Test
  void allPlacementsAreInstalled() {
    assertThat(names())
        .containsExactly(
            "consolidated",
            "fewest-nodes",
            "least-loaded",
            "optimus",
            "pack",
            "pooled",
            "spread",
            "whole-nodes");
  }

  @ParameterizedTest
  @MethodSource("names")
  void allTasksOrNoneArePlacedInFreeResources(String name) {
    Placement placement = placement(name);
    for (long seed = 0; seed < 100; seed++) {
      RandomGenerator random = new Seed(seed).stream("placement");
      FreeCapacity free = nodes(random).allFree();
      for (long arrival = 0; arrival < 60; arrival++) {
        placeOne(placement, free, random, arrival, "%s, seed %d".formatted(name, seed));
      }
    }
  }

  private static void placeOne(
      Placement placement, FreeCapacity free, RandomGenerator random, long arrival, String as) {
    boolean served = random.nextBoolean();
    var size = new Size(random.nextInt(1, 20), served ? random.nextInt(1, 5) : 0);
    Job job = job(arrival, served ? SERVED : GPU, size);
    FreeCapacity before = free.copy();
    FreeCapacity claimed = free.copy();
    Optional<Allocation> place = placement.place(job, size, free);
    assertThat(placement.claim(job, size, claimed)).as(as).isEqualTo(place.isPresent());
    assertThat(left(claimed)).as(as).isEqualTo(left(free));
    if (place.isEmpty()) {
      assertThat(left(free)).as(as).isEqualTo(left(before));
      return;
    }
    assertThat(place.get().size()).as(as).isEqualTo(size);
    assertThat(before.fits(place.get(), job.spec().demand())).as(as).isTrue();
    before.take(place.get(), job.spec().demand());
    assertThat(left(free)).as(as).isEqualTo(left(before));
  }

  @ParameterizedTest
  @MethodSource("names")
  void aJobThatGetsItsOwnPlaceAgainKeepsTheSameAllocationObject(String name) {
    Nodes nodes = Nodes.uniform(3, Resources.gpus(8));
    Job job = job(0, GPU, Size.workers(20));
    Placement placement = placement(name);
    Allocation first = placement.place(job, Size.workers(20), nodes.allFree()).orElseThrow();
    Job runs = job.withAllocation(first, JobState.RUNNING, job.progress(), Instant.EPOCH);
    assertThat(placement.place(runs, Size.workers(20), nodes.allFree()).orElseThrow())
        .isSameAs(first);
  }

  /** The usual cluster of parameter servers: one large processor node, and nodes of GPUs. */
  @ParameterizedTest
  @MethodSource("names")
  void aServerThatFitsOnNoGpuNodeIsOnTheNodeWithoutGpus(String name) {
    Resources gpus = Resources.of(Map.of(Resources.GPU, 4.0, Resources.CPU, 16.0));
    Nodes nodes =
        Nodes.of(
            List.of(
                new Node(new NodeId("cpu-0"), Resources.of(Resources.CPU, 64)),
                new Node(new NodeId("gpu-1"), gpus),
                new Node(new NodeId("gpu-2"), gpus)));
    var demand =
        new Demand(
            Resources.of(Map.of(Resources.GPU, 1.0, Resources.CPU, 2.0)),
            Resources.of(Resources.CPU, 24),
            Resources.NONE);
    var size = new Size(1, 1);
    Optional<Allocation> place = placement(name).place(job(0, demand, size), size, nodes.allFree());
    if (name.equals("optimus")) {
      assertThat(place).as("equal parts have the worker beside its server").isEmpty();
      return;
    }
    assertThat(place.map(Allocation::size)).contains(size);
    assertThat(place.orElseThrow().uses(new NodeId("cpu-0"))).isTrue();
  }

  @Test
  void consolidatedUsesFurtherNodesForServersThatNeedSeveral() {
    Nodes nodes =
        Nodes.of(
            List.of(
                new Node(new NodeId("cpu-0"), Resources.of(Resources.CPU, 8)),
                new Node(new NodeId("cpu-1"), Resources.of(Resources.CPU, 8)),
                new Node(new NodeId("gpu-2"), Resources.gpus(4))));
    var demand = new Demand(Resources.gpus(1), Resources.of(Resources.CPU, 4), Resources.NONE);
    var size = new Size(4, 3);
    assertThat(placement("consolidated").place(job(0, demand, size), size, nodes.allFree()))
        .hasValueSatisfying(place -> assertThat(place).hasToString("4+3 on cpu-0, cpu-1, gpu-2"));
  }

  @Test
  void consolidatedKeepsAJobInsideOneNodeIfItFitsThere() {
    assertThat(places("consolidated", uniform(2, 8), 5, 3, 4, 4, 1))
        .containsExactly("5 on node-0", "3 on node-0", "4 on node-1", "4 on node-1", "none");
    assertThat(places("consolidated", uniform(2, 8), 5, 5, 6)).endsWith("none");
  }

  @Test
  void consolidatedGivesLargeJobsWholeNodesAndOneMoreForTheRest() {
    assertThat(places("consolidated", uniform(4, 8), 3, 20))
        .containsExactly("3 on node-0", "20 on node-0, node-1, node-2");
    assertThat(places("consolidated", uniform(4, 8), 1, 1, 16, 16)).endsWith("none");
    assertThat(places("consolidated", uniform(3, 8), 5, 20)).endsWith("none");
  }

  @Test
  void consolidatedPutsServersBesideTheirWorkers() {
    Resources capacity = Resources.of(Map.of(Resources.GPU, 8.0, Resources.CPU, 32.0));
    FreeCapacity free = Nodes.uniform(3, capacity).allFree();
    var size = new Size(16, 4);
    Allocation where =
        placement("consolidated").place(job(0, SERVED, size), size, free).orElseThrow();
    assertThat(where.shares())
        .extracting(Allocation.Share::size)
        .containsExactly(new Size(8, 2), new Size(8, 2));
  }

  @Test
  void consolidatedSkipsNodesOfAnotherKind() {
    var nodes = new ArrayList<Node>();
    nodes.add(new Node(new NodeId("cpu-0"), Resources.of(Resources.CPU, 64)));
    nodes.addAll(Nodes.uniform(3, Resources.gpus(8)).list());
    assertThat(places("consolidated", Nodes.of(nodes), 16)).containsExactly("16 on node-0, node-1");
  }

  @Test
  void wholeNodesFillsTheFullestFirstAndLeavesMoreNodesFree() {
    assertThat(places("whole-nodes", uniform(3, 8), 5, 4, 4, 8))
        .containsExactly("5 on node-0", "4 on node-1", "4 on node-1", "8 on node-2");
    assertThat(places("whole-nodes", uniform(3, 8), 2, 7, 1, 5, 8))
        .containsExactly("2 on node-0", "7 on node-1", "1 on node-1", "5 on node-0", "8 on node-2");
  }

  @Test
  void pooledCountsOnly() {
    assertThat(places("pooled", uniform(2, 8), 5, 5, 6, 1))
        .containsExactly("5 on node-0", "5 on node-0, node-1", "6 on node-1", "none");
  }

  @Test
  void packTakesTheFullestThatFitsElseAsFewAsPossible() {
    assertThat(places("pack", uniform(3, 8), 6, 4, 2, 11))
        .containsExactly("6 on node-0", "4 on node-1", "2 on node-0", "11 on node-1, node-2");
  }

  @Test
  void spreadPutsEveryTaskOnTheNodeWithTheMostFree() {
    assertThat(places("spread", uniform(3, 8), 3, 2, 2))
        .containsExactly(
            "3 on node-0, node-1, node-2", "2 on node-0, node-1", "2 on node-0, node-2");
  }

  @Test
  void leastLoadedComparesTheUsedShare() {
    Nodes nodes =
        Nodes.of(
            List.of(
                new Node(new NodeId("large"), Resources.gpus(16)),
                new Node(new NodeId("small"), Resources.gpus(4))));
    assertThat(places("least-loaded", nodes, 2, 2, 10))
        .containsExactly("2 on large", "2 on small", "10 on large");
    assertThat(places("least-loaded", nodes, 18)).containsExactly("18 on large, small");
  }

  @Test
  void fewestNodesStartsWithTheEmptiestNode() {
    assertThat(places("fewest-nodes", uniform(3, 8), 3, 4, 16))
        .containsExactly("3 on node-0", "4 on node-1", "16 on node-0, node-1, node-2");
  }

  @Test
  void optimusSpreadsEvenlyOverTheFewestNodes() {
    assertThat(places("optimus", uniform(3, 8), 3, 12, 6))
        .containsExactly("3 on node-0", "12 on node-1, node-2", "6 on node-0, node-1, node-2");
    assertThat(places("optimus", uniform(3, 8), 5, 17)).as("6, 6 and 5").endsWith("none");
  }

  @Test
  void optimusGivesEveryNodeEqualNumbersOfWorkersAndServers() {
    Resources capacity = Resources.of(Map.of(Resources.GPU, 4.0, Resources.CPU, 16.0));
    FreeCapacity free = Nodes.uniform(5, capacity).allFree();
    var size = new Size(8, 5);
    Allocation where = placement("optimus").place(job(0, SERVED, size), size, free).orElseThrow();
    assertThat(where.shares())
        .extracting(Allocation.Share::size)
        .containsExactly(new Size(3, 2), new Size(3, 2), new Size(2, 1));
  }

  @Test
  void optimusSkipsNodesThatDoNotFitAPart() {
    var nodes = new ArrayList<Node>();
    nodes.add(
        new Node(
            new NodeId("lopsided"), Resources.of(Map.of(Resources.GPU, 16.0, Resources.CPU, 2.0))));
    Resources capacity = Resources.of(Map.of(Resources.GPU, 4.0, Resources.CPU, 16.0));
    nodes.addAll(Nodes.uniform(2, capacity).list());
    var size = new Size(4, 2);
    Allocation where =
        placement("optimus")
            .place(job(0, SERVED, size), size, Nodes.of(nodes).allFree())
            .orElseThrow();
    assertThat(where).hasToString("4+2 on node-0");
  }

  @Test
  void optimusSpreadsServersOverMoreNodesThanThereAreWorkers() {
    Nodes nodes = Nodes.uniform(2, Resources.of(Map.of(Resources.GPU, 1.0, Resources.CPU, 8.0)));
    var size = new Size(1, 8);
    var onCpus =
        new Demand(Resources.of(Resources.CPU, 1), Resources.of(Resources.CPU, 1), Resources.NONE);
    var onGpus = new Demand(Resources.gpus(1), Resources.of(Resources.CPU, 1), Resources.NONE);
    var onTwoCpus = new Demand(Resources.gpus(1), Resources.of(Resources.CPU, 2), Resources.NONE);

    assertThat(placement("optimus").place(job(0, onCpus, size), size, nodes.allFree()))
        .get()
        .extracting(Allocation::shares)
        .isEqualTo(
            List.of(
                new Allocation.Share(new NodeId("node-0"), new Size(1, 4)),
                new Allocation.Share(new NodeId("node-1"), new Size(0, 4))));
    assertThat(placement("optimus").place(job(0, onGpus, size), size, nodes.allFree()))
        .get()
        .hasToString("1+8 on node-0");
    assertThat(placement("optimus").place(job(0, onTwoCpus, size), size, nodes.allFree()))
        .get()
        .hasToString("1+8 on node-0, node-1");
  }

  /** If shares say that all jobs fit, they fit in any order. */
  @Test
  void sharesBelowTheNumberOfNodesMeanThatAllJobsFit() {
    for (BoundedPlacement bounded : List.of(new Consolidated(), new Pooled())) {
      for (long seed = 0; seed < 500; seed++) {
        RandomGenerator random = new Seed(seed).stream("ample");
        Nodes nodes = bounded instanceof Pooled ? uniform(40, 4) : uniform(40, 8);
        FreeCapacity free = nodes.allFree();
        double nodesUsed = 1;
        for (long arrival = 0; nodesUsed <= nodes.count(); arrival++) {
          Size size = Size.workers(random.nextInt(8) == 0 ? 20 : random.nextInt(1, 9));
          Job job = job(arrival, GPU, size);
          nodesUsed += bounded.share(job, size, nodes);
          if (nodesUsed <= nodes.count()) {
            assertThat(bounded.claim(job, size, free)).as("%s, seed %d", bounded, seed).isTrue();
          }
        }
      }
    }
  }

  private static List<String> places(String name, Nodes nodes, int... gpus) {
    Placement placement = placement(name);
    FreeCapacity free = nodes.allFree();
    return IntStream.range(0, gpus.length)
        .mapToObj(i ->
            placement
                .place(job(i, GPU, Size.workers(gpus[i])), Size.workers(gpus[i]), free)
                .map(Allocation::toString)
                .orElse("none"))
        .toList();
  }

  private static List<Resources> left(FreeCapacity free) {
    return IntStream.range(0, free.nodes().count())
        .mapToObj(node ->
            Resources.of(
                Map.of(
                    Resources.GPU, free.left(node, Resources.GPU),
                    Resources.CPU, free.left(node, Resources.CPU))))
        .toList();
  }

  private static Placement placement(String name) {
    return ServiceLoader.load(PlacementProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .orElseThrow()
        .create();
  }

  private static Nodes uniform(int count, double gpus) {
    return Nodes.uniform(count, Resources.gpus(gpus));
  }

  private static Nodes nodes(RandomGenerator random) {
    var nodes = new ArrayList<Node>();
    for (int i = random.nextInt(1, 12); i > 0; i--) {
      nodes.add(
          new Node(
              new NodeId("node-" + i),
              Resources.of(
                  Map.of(
                      Resources.GPU, 4.0 * random.nextInt(3),
                      Resources.CPU, 8.0 * random.nextInt(1, 5)))));
    }
    return Nodes.of(nodes);
  }

  private static Job job(long arrival, Demand demand, Size size) {
    var bounds = new Bounds(Range.exactly(size.workers()), Range.exactly(size.servers()));
    return Job.submitted(
        JobSpec.of(new JobId("job-" + arrival), demand, bounds, Work.steps(1)),
        arrival,
        Instant.EPOCH,
        Speed.UNKNOWN,
        Duration.ZERO);
  }
}
