package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Free capacity gives the same answers as a plain table of numbers. */
final class FreeCapacityQueriesTest {
  private static final List<String> NAMES = List.of(Resources.CPU, Resources.GPU);

  @Test
  void everyQueryAgreesWithAPlainTable() {
    for (long seed = 0; seed < 60; seed++) {
      RandomGenerator random = new Seed(seed).stream("answers");
      Nodes nodes = nodes(random);
      FreeCapacity free = FreeCapacity.of(nodes);
      double[][] left = table(nodes);
      for (int step = 0; step < 60; step++) {
        change(free, left, random);
        String as = "seed %d, step %d".formatted(seed, step);
        assertAnswers(free, left, random, as);
        assertAnswers(free.copy(), left, random, as);
      }
    }
  }

  private static void assertAnswers(
      FreeCapacity free, double[][] left, RandomGenerator random, String as) {
    Resources each = some(random, 4);
    TaskDemand task = free.nodes().taskDemand(each);
    int times = random.nextInt(4);
    for (int node = 0; node < left.length; node++) {
      assertThat(free.fits(node, task, times)).as(as).isEqualTo(fits(left[node], each, times));
      assertThat(free.room(node, task, 5)).as(as).isEqualTo(room(left[node], each, 5));
      assertThat(free.isOverdrawn(node)).as(as).isEqualTo(least(left[node]) < 0);
    }
    int from = random.nextInt(left.length + 2);
    assertThat(free.first(task, times, from)).as(as).isEqualTo(first(left, each, times, from));
    assertThat(free.covers(task)).as(as).isEqualTo(fits(totals(left), each, 1));
    var size = new Size(random.nextInt(3), random.nextInt(3));
    var demand = new Demand(each, some(random, 3), Resources.NONE);
    assertThat(free.covers(demand, size)).as(as).isEqualTo(fits(totals(left), demand.of(size), 1));
    assertThat(free.isOverdrawn())
        .as(as)
        .isEqualTo(IntStream.range(0, left.length).anyMatch(node -> least(left[node]) < 0));
    assertAmounts(free, left, as);
  }

  private static void assertAmounts(FreeCapacity free, double[][] left, String as) {
    for (int name = 0; name < NAMES.size(); name++) {
      double largest = 0;
      for (int node = 0; node < left.length; node++) {
        assertThat(free.left(node, NAMES.get(name))).as(as).isEqualTo(left[node][name]);
        largest = Math.max(largest, left[node][name]);
      }
      double total = totals(left)[name];
      assertThat(free.largest(NAMES.get(name), Demand.NONE)).as(as).isEqualTo(largest);
      assertThat(free.left(NAMES.get(name))).as(as).isEqualTo(total);
      assertThat(free.left().amount(NAMES.get(name))).as(as).isEqualTo(total);
      assertThat(free.stock(NAMES.get(name)).left()).as(as).isEqualTo(total);
    }
  }

  @Test
  void takingAndGivingByTaskBySizeAndByAllocationAreTheSame() {
    Nodes nodes = Nodes.uniform(2, Resources.of(Map.of(Resources.GPU, 8.0, Resources.CPU, 9.0)));
    var demand = new Demand(Resources.gpus(2), Resources.of(Resources.CPU, 3), Resources.NONE);
    FreeCapacity free = nodes.allFree();
    free.take(0, free.worker(demand), 2);
    free.take(0, free.server(demand), 1);
    assertThat(free.left()).isEqualTo(Resources.of(Map.of("gpu", 12.0, "cpu", 15.0)));
    free.give(0, demand, new Size(2, 1));
    assertThat(free.left()).isEqualTo(nodes.total());
    Allocation allocation = Allocation.on(new NodeId("node-1"), new Size(1, 2));
    free.take(allocation, demand);
    assertThat(free.left(1, "gpu")).isEqualTo(6);
    assertThat(free.left(1, "cpu")).isEqualTo(3);
    free.give(1, free.worker(demand), 1);
    free.give(1, free.server(demand), 2);
    assertThat(free.left()).isEqualTo(nodes.total());
    free.take(Allocation.on(new NodeId("gone"), Size.workers(1)), demand);
    assertThat(free.left()).isEqualTo(nodes.total());
  }

  @Test
  void anAllocationFitsIfAllOfItsNodesHaveRoom() {
    FreeCapacity free = Nodes.uniform(2, Resources.gpus(4)).allFree();
    Demand demand = Demand.perWorker(Resources.gpus(1));
    free.take(1, demand, Size.workers(2));
    assertThat(free.fits(on("node-0", 4, "node-1", 2), demand)).isTrue();
    assertThat(free.fits(on("node-0", 4, "node-1", 3), demand)).isFalse();
    assertThat(free.fits(on("node-0", 4, "gone", 1), demand)).isFalse();
    assertThat(free.fits(Allocation.NONE, demand)).isTrue();
  }

  @Test
  void aResourceThatNoNodeHasIsNeverFree() {
    FreeCapacity free = Nodes.uniform(1, Resources.gpus(4)).allFree();
    TaskDemand unknown = free.nodes().taskDemand(Resources.of("quantum", 1));
    assertThat(free.fits(0, unknown, 1)).isFalse();
    assertThat(free.room(0, unknown, 3)).isZero();
    assertThat(free.first(unknown, 1, 0)).isEqualTo(-1);
    assertThat(free.covers(unknown)).isFalse();
    assertThat(free.left(0, "quantum")).isZero();
    assertThat(free.left("quantum")).isZero();
    assertThat(free.largest("quantum", Demand.NONE)).isZero();
    assertThat(free.stock("quantum").left()).isZero();
    assertThat(free.stock("gpu").left()).isEqualTo(4);
    var strange = new Demand(Resources.of("quantum", 1), Resources.gpus(1), Resources.NONE);
    assertThat(free.fits(0, strange, new Size(0, 1))).as("servers alone").isTrue();
    assertThat(free.fits(0, strange, new Size(1, 1))).isFalse();
  }

  /** The leaf of the tree behind the last node is no node, and must never be returned. */
  @Test
  void aSearchEndsAtTheLastNode() {
    for (int count = 1; count < 9; count++) {
      FreeCapacity free = Nodes.uniform(count, Resources.gpus(1)).allFree();
      TaskDemand nothing = free.nodes().taskDemand(Resources.NONE);
      assertThat(free.first(nothing, 1, count - 1)).isEqualTo(count - 1);
      assertThat(free.first(nothing, 1, count)).as("%d nodes", count).isEqualTo(-1);
      assertThat(free.firstIdle(count)).isEqualTo(-1);
    }
  }

  @Test
  void anOverdrawnNodeHasRoomOnlyForTasksThatNeedNothing() {
    FreeCapacity free =
        Nodes.uniform(1, Resources.of(Map.of(Resources.GPU, 4.0, Resources.CPU, 1.0))).allFree();
    free.take(0, free.nodes().taskDemand(Resources.of(Resources.CPU, 2)), 1);
    assertThat(free.fits(0, free.nodes().taskDemand(Resources.NONE), 1)).isTrue();
    assertThat(free.fits(0, free.nodes().taskDemand(Resources.gpus(4)), 1)).isTrue();
    assertThat(free.fits(0, free.nodes().taskDemand(Resources.of(Resources.CPU, 1e-6)), 1))
        .isFalse();
    assertThat(free.left(Resources.CPU)).as("an overdrawn node counts as zero").isZero();
  }

  /** A billionth of the amount, and at most a thousandth of a unit, is forgiven once. */
  @Test
  void exactlyTheToleratedRoundingMayBeTaken() {
    double[][] capacitiesAndRounding = {{1, 1e-9}, {1e18, 1e-3}};
    for (double[] each : capacitiesAndRounding) {
      FreeCapacity free = Nodes.uniform(1, Resources.of(Resources.CPU, each[0])).allFree();
      TaskDemand all = free.nodes().taskDemand(Resources.of(Resources.CPU, each[0]));
      TaskDemand rounding = free.nodes().taskDemand(Resources.of(Resources.CPU, each[1]));
      free.take(0, all, 1);
      assertThat(free.fits(0, rounding, 1)).isTrue();
      free.take(0, rounding, 1);
      assertThat(free.isOverdrawn(0)).isFalse();
      assertThat(free.fits(0, rounding, 1)).isFalse();
    }
  }

  /** A task fits as often as it can be taken, also with rounded fractions. */
  @Test
  void roomIsTheNumberOfTasksThatCanBeTaken() {
    double[] capacities = {0.1, 0.3, 0.7, 1, 2.5, 8, 1e6, 100e9, 0x1p53, 1e18, 1e18 / 3};
    for (long seed = 0; seed < 3000; seed++) {
      RandomGenerator random = new Seed(seed).stream("room");
      double capacity = capacities[random.nextInt(capacities.length)];
      FreeCapacity free = Nodes.uniform(1, Resources.of(Resources.CPU, capacity)).allFree();
      double part = capacity / random.nextInt(1, 30);
      TaskDemand each =
          free.nodes()
              .taskDemand(
                  Resources.of(Resources.CPU, part + (random.nextInt(3) - 1) * Math.ulp(part)));
      int room = free.room(0, each, 40);
      int most = random.nextInt(40);
      assertThat(free.room(0, each, most)).as("seed %d", seed).isEqualTo(Math.min(room, most));
      for (int task = 0; task < room; task++) {
        assertThat(free.fits(0, each, 1)).as("seed %d, task %d of %d", seed, task, room).isTrue();
        free.take(0, each, 1);
      }
      assertThat(free.fits(0, each, 1)).as("seed %d", seed).isFalse();
      assertThat(free.room(0, each, 40)).as("seed %d", seed).isZero();
    }
  }

  @Test
  void theOnlyNodeStaysTheBestOneWhenTasksComeAndGo() {
    Demand demand = Demand.perWorker(Resources.gpus(1));
    for (Preference preference : Preference.values()) {
      FreeCapacity free = Nodes.uniform(1, Resources.gpus(4)).allFree();
      for (int i = 0; i < 3; i++) {
        assertThat(free.best(preference, demand, Size.workers(1))).isZero();
        free.take(0, demand, Size.workers(4));
        assertThat(free.best(preference, demand, Size.workers(1))).isEqualTo(-1);
        free.give(0, demand, Size.workers(4));
      }
    }
  }

  @Test
  void freeCapacityExcludesProtectedJobsAndBesideAlsoRunningOnes() {
    Job safe = running(0, Instant.EPOCH.plusSeconds(9));
    Job other = running(1, Instant.EPOCH);
    var cluster =
        Cluster.of(Instant.EPOCH, Nodes.uniform(1, Resources.gpus(8)), List.of(safe, other));
    assertThat(FreeCapacity.of(cluster).left("gpu")).isEqualTo(5);
    assertThat(FreeCapacity.beside(cluster).left("gpu")).isEqualTo(2);
    FreeCapacity.beside(cluster).take(other.allocation(), other.spec().demand());
    assertThat(cluster.left().left("gpu")).isEqualTo(2);
  }

  private static Job running(long arrival, Instant until) {
    var spec =
        JobSpec.of(
            new JobId("job-" + arrival),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 4),
            Work.steps(1));
    return Job.submitted(spec, arrival, Instant.EPOCH, Speed.UNKNOWN, Duration.ZERO)
        .withAllocation(
            Allocation.on(new NodeId("node-0"), Size.workers(3)),
            JobState.RUNNING,
            Progress.none(Instant.EPOCH),
            until);
  }

  private static Allocation on(String first, int workers, String second, int others) {
    return Allocation.of(
        Map.of(new NodeId(first), Size.workers(workers), new NodeId(second), Size.workers(others)));
  }

  private static Nodes nodes(RandomGenerator random) {
    int count = random.nextInt(1, 20);
    var list = new ArrayList<Node>();
    for (int i = 0; i < count; i++) {
      list.add(new Node(new NodeId("node-" + i), some(random, 9)));
    }
    list.add(
        new Node(new NodeId("full"), Resources.of(Map.of(Resources.GPU, 2.0, Resources.CPU, 3.0))));
    return Nodes.of(list);
  }

  private static Resources some(RandomGenerator random, int most) {
    return Resources.of(
        Map.of(
            Resources.GPU, (double) random.nextInt(most),
            Resources.CPU, (double) random.nextInt(most)));
  }

  private static double[][] table(Nodes nodes) {
    return nodes.list().stream()
        .map(node -> NAMES.stream().mapToDouble(node.capacity()::amount).toArray())
        .toArray(double[][]::new);
  }

  /** Takes from a node, sometimes more than it has, or gives back all that was taken. */
  private static void change(FreeCapacity free, double[][] left, RandomGenerator random) {
    int node = random.nextInt(left.length);
    Resources taken = some(random, 5);
    if (random.nextInt(3) == 0) {
      for (int name = 0; name < NAMES.size(); name++) {
        double missing =
            free.nodes().get(node).capacity().amount(NAMES.get(name)) - left[node][name];
        free.give(node, free.nodes().taskDemand(Resources.of(NAMES.get(name), missing)), 1);
        left[node][name] += missing;
      }
    } else if (fits(left[node], taken, 1) || random.nextInt(20) == 0) {
      free.take(node, free.nodes().taskDemand(taken), 1);
      for (int name = 0; name < NAMES.size(); name++) {
        left[node][name] -= taken.amount(NAMES.get(name));
      }
    }
  }

  private static boolean fits(double[] left, Resources each, int times) {
    return IntStream.range(0, NAMES.size())
        .allMatch(name -> {
          double needed = each.amount(NAMES.get(name)) * times;
          return needed == 0 || left[name] >= needed;
        });
  }

  private static int room(double[] left, Resources each, int most) {
    int room = 0;
    while (room < most && fits(left, each, room + 1)) {
      room++;
    }
    return room;
  }

  private static int first(double[][] left, Resources each, int times, int from) {
    return IntStream.range(from, Math.max(from, left.length))
        .filter(node -> fits(left[node], each, times))
        .findFirst()
        .orElse(-1);
  }

  private static double least(double[] left) {
    return Math.min(left[0], left[1]);
  }

  private static double[] totals(double[][] left) {
    var totals = new double[NAMES.size()];
    for (double[] node : left) {
      for (int name = 0; name < totals.length; name++) {
        totals[name] += Math.max(0, node[name]);
      }
    }
    return totals;
  }
}
