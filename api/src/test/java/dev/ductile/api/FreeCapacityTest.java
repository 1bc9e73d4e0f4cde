package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FreeCapacityTest {
  private static final Demand WORKER =
      new Demand(
          Resources.of(Map.of(Resources.GPU, 1.0, Resources.CPU, 3.0)),
          Resources.of(Resources.CPU, 2),
          Resources.NONE);

  /** Every search finds the same node as a loop over all nodes. */
  @Test
  void aSearchFindsTheSameNodeAsALinearScan() {
    for (long seed = 0; seed < 30; seed++) {
      RandomGenerator random = new Seed(seed).stream("free");
      FreeCapacity free = cluster(random, random.nextInt(1, 300)).allFree();
      for (int step = 0; step < 400; step++) {
        change(free, random);
        var size = new Size(random.nextInt(0, 7), random.nextInt(0, 4));
        if (!size.isNone()) {
          int from = random.nextBoolean() ? 0 : random.nextInt(free.nodes().count());
          compare(free, size, from, "seed %d".formatted(seed));
        }
      }
    }
  }

  @Test
  void aCopyIsIndependent() {
    FreeCapacity free = Nodes.uniform(3, Resources.gpus(8)).allFree();
    FreeCapacity copy = free.copy();
    free.firstIdle(0);
    free.take(0, Demand.perWorker(Resources.gpus(1)), Size.workers(8));
    assertThat(copy.left()).isEqualTo(Resources.gpus(24));
    assertThat(copy.firstIdle(0)).isZero();
    assertThat(free.firstIdle(0)).isEqualTo(1);
    assertThat(free.left("gpu")).isEqualTo(16);
  }

  @Test
  void toleratesRoundingOnly() {
    FreeCapacity free = Nodes.uniform(1, Resources.of("cpu", 1)).allFree();
    Demand tenth = Demand.perWorker(Resources.of("cpu", 0.1));
    for (int i = 0; i < 10; i++) {
      assertThat(free.first(tenth, Size.workers(1), 0)).isZero();
      free.take(0, tenth, Size.workers(1));
    }
    assertThat(free.first(tenth, Size.workers(1), 0)).isEqualTo(-1);
    assertThat(free.isOverdrawn()).isFalse();
    free.take(0, tenth, Size.workers(1));
    assertThat(free.isOverdrawn()).isTrue();
  }

  /** Tasks that fit one by one fit all at once and in every order, also with odd amounts. */
  @Test
  void tasksThatFitOneByOneFitTogetherInAnyOrder() {
    double[] capacities = {1, 0.3, 2.5, 8, 1e6, 100e9, 1e18, 1e18 / 3};
    for (long seed = 0; seed < 3000; seed++) {
      RandomGenerator random = new Seed(seed).stream("one by one");
      double capacity = capacities[random.nextInt(capacities.length)];
      FreeCapacity free = Nodes.uniform(1, Resources.of("cpu", capacity)).allFree();
      var taken = new ArrayList<Map.Entry<Demand, Size>>();
      for (int job = 0; job < 3; job++) {
        Demand demand = odd(capacity, random);
        Size size = oneByOne(free, demand);
        taken.add(Map.entry(demand, size));
      }
      FreeCapacity again = free.nodes().allFree();
      for (var each : taken.reversed()) {
        assertThat(each.getValue().isNone() || again.fits(0, each.getKey(), each.getValue()))
            .as("seed %d: %s of %s", seed, taken, capacity)
            .isTrue();
        again.take(0, each.getKey(), each.getValue());
      }
      assertThat(again.isOverdrawn()).as("seed %d", seed).isFalse();
    }
  }

  /** Nodes can hold exactly the tasks that fit on one of them when it is empty. */
  @Test
  void nodesCanHoldTheTasksThatFitOnAnEmptyNode() {
    double[] capacities = {1, 0.3, 2.5, 8, 1e6, 100e9, 0x1p53, 1e18, 1e18 / 3};
    for (long seed = 0; seed < 3000; seed++) {
      RandomGenerator random = new Seed(seed).stream("can hold");
      double capacity = capacities[random.nextInt(capacities.length)];
      Nodes nodes = Nodes.uniform(2, Resources.of("cpu", capacity));
      double more = random.nextInt(3) == 0 ? 1 : 1e-9 * random.nextInt(3);
      Demand demand =
          new Demand(
              Resources.of("cpu", capacity / random.nextInt(1, 12) + more),
              Resources.of("cpu", capacity / random.nextInt(1, 12)),
              Resources.NONE);
      var size = new Size(random.nextInt(1, 13), random.nextInt(0, 4));
      assertThat(nodes.canHold(demand, size))
          .as("seed %d: %s of %s", seed, demand.of(size), capacity)
          .isEqualTo(nodes.allFree().first(demand, size, 0) >= 0);
    }
  }

  private static Demand odd(double capacity, RandomGenerator random) {
    double share = random.nextInt(6) == 0 ? capacity * 1e-12 : capacity / random.nextInt(1, 12);
    Resources server = Resources.of("cpu", random.nextInt(3) == 0 ? share / 3 : share);
    return new Demand(Resources.of("cpu", share), server, Resources.NONE);
  }

  private static Size oneByOne(FreeCapacity free, Demand demand) {
    var size = Size.NONE;
    for (Size one : List.of(Size.workers(1), new Size(0, 1))) {
      for (int task = 0; task < 12 && free.fits(0, demand, one); task++) {
        free.take(0, demand, one);
        size = size.plus(one);
      }
    }
    return size;
  }

  @Test
  void tasksThatNeedAnUnknownResourceNeverFit() {
    FreeCapacity free = Nodes.uniform(2, Resources.gpus(8)).allFree();
    Demand quantum = Demand.perWorker(Resources.of("quantum", 1));
    Demand served = new Demand(Resources.gpus(1), Resources.of("cpu", 1), Resources.NONE);
    assertThat(free.first(quantum, Size.workers(1), 0)).isEqualTo(-1);
    assertThat(free.best(Preference.FULLEST, quantum, Size.workers(1))).isEqualTo(-1);
    assertThat(free.covers(served, new Size(1, 1))).isFalse();
    assertThat(free.covers(served, new Size(1, 0))).isTrue();
    assertThat(free.nodes().canHold(served, new Size(1, 1))).isFalse();
  }

  private static void compare(FreeCapacity free, Size size, int from, String as) {
    List<Integer> fitting = fitting(free, size);
    assertThat(free.first(WORKER, size, from))
        .as(as)
        .isEqualTo(fitting.stream().filter(node -> node >= from).findFirst().orElse(-1));
    int column = free.nodes().dominant(WORKER, size);
    assertThat(free.best(Preference.FULLEST, WORKER, size))
        .as(as)
        .isEqualTo(least(fitting, node -> free.amount(column, node)));
    assertThat(free.best(Preference.EMPTIEST, WORKER, size))
        .as(as)
        .isEqualTo(least(fitting, node -> -free.amount(column, node)));
    assertThat(free.best(Preference.LEAST_LOADED, WORKER, size))
        .as(as)
        .isEqualTo(least(fitting, node -> load(free, node)));
    assertThat(free.firstIdle(from))
        .as(as)
        .isEqualTo(
            IntStream.range(from, free.nodes().count())
                .filter(free::isIdle)
                .findFirst()
                .orElse(-1));
  }

  private static List<Integer> fitting(FreeCapacity free, Size size) {
    Resources needed = WORKER.of(size);
    var fitting = new ArrayList<Integer>();
    for (int node = 0; node < free.nodes().count(); node++) {
      if (free.left(node, Resources.GPU) >= needed.amount(Resources.GPU)
          && free.left(node, Resources.CPU) >= needed.amount(Resources.CPU)) {
        fitting.add(node);
      }
    }
    return fitting;
  }

  private static int least(List<Integer> nodes, ToDoubleFunction<Integer> key) {
    return nodes.stream().min(Comparator.comparingDouble(key)).orElse(-1);
  }

  private static double load(FreeCapacity free, int node) {
    Resources capacity = free.nodes().get(node).capacity();
    double load = 0;
    for (String name : capacity.amounts().keySet()) {
      load = Math.max(load, 1 - free.left(node, name) / capacity.amount(name));
    }
    return load;
  }

  private static void change(FreeCapacity free, RandomGenerator random) {
    int node = random.nextInt(free.nodes().count());
    var size = new Size(random.nextInt(3), random.nextInt(3));
    if (!size.isNone() && free.fits(node, WORKER, size)) {
      free.take(node, WORKER, size);
    } else if (free.isIdle(node)) {
      free.take(node, WORKER, Size.NONE);
    } else if (random.nextBoolean()) {
      Resources gone = taken(free, node);
      int workers = (int) gone.amount(Resources.GPU);
      int servers = (int) (gone.amount(Resources.CPU) - 3 * workers) / 2;
      free.give(node, WORKER, new Size(workers, servers));
    }
  }

  private static Resources taken(FreeCapacity free, int node) {
    Resources capacity = free.nodes().get(node).capacity();
    return capacity.minus(
        Resources.of(
            Map.of(
                Resources.GPU, free.left(node, Resources.GPU),
                Resources.CPU, free.left(node, Resources.CPU))));
  }

  private static Nodes cluster(RandomGenerator random, int count) {
    var nodes = new ArrayList<Node>();
    for (int i = 0; i < count; i++) {
      nodes.add(
          new Node(
              new NodeId("node-" + i),
              Resources.of(
                  Map.of(
                      Resources.GPU, 4.0 * random.nextInt(3),
                      Resources.CPU, 4.0 * random.nextInt(1, 9)))));
    }
    return Nodes.of(nodes);
  }
}
