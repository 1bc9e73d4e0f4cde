package dev.ductile.models.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ductile.api.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Laws of every queueing network. */
class LawsTest {
  private static final int SEEDS = 300;
  private static final int MOST = 40;
  private static final double ROUNDING = 1e-12;

  @ParameterizedTest
  @EnumSource
  void moreWorkersAreNeverSlower(Solver solver) {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("network");
      var network = new QueueingNetwork(List.of(workers(random, 1)), sharing(solver, random));
      var curve = new ThroughputCurve(network);
      for (int count = 2; count <= MOST; count++) {
        assertThat(curve.throughput(count))
            .as("seed %d: %d workers of %s", seed, count, network)
            .isGreaterThanOrEqualTo(curve.throughput(count - 1) * (1 - ROUNDING));
      }
    }
  }

  @Test
  void sharingIsSlowerThanTurnsAndTheHybridLiesBetweenOnEqualLinks() {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("network");
      double link = seconds(random);
      var workers =
          List.of(new WorkerGroup(1, link, 0.001 + seconds(random), link, seconds(random)));
      double threshold = random.nextDouble();
      for (int count = 1; count <= MOST; count++) {
        double exact = solve(workers, Solver.EXACT, threshold, count).throughput();
        double hybrid = solve(workers, Solver.HYBRID, threshold, count).throughput();
        double fcfs = solve(workers, Solver.FCFS, threshold, count).throughput();

        assertThat(hybrid)
            .as("seed %d: %d of %s", seed, count, workers)
            .isBetween(exact * (1 - ROUNDING), fcfs * (1 + ROUNDING));
      }
    }
  }

  /** Waiting times are not negative, and utilisations are at most 1. */
  @ParameterizedTest
  @EnumSource
  void throughputStaysWithinItsBounds(Solver solver) {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("network");
      var network = new QueueingNetwork(classes(random), sharing(solver, random));
      int count = 1 + random.nextInt(MOST);
      SteadyState solution = network.solve(count);
      int[] population = network.population(count);

      assertThat(busiest(solution))
          .as("seed %d: %d of %s", seed, count, network)
          .isLessThanOrEqualTo(1 + ROUNDING);
      for (int kind = 0; kind < population.length; kind++) {
        assertThat(solution.throughputs().get(kind))
            .as("seed %d: class %d of %s", seed, kind, network)
            .isBetween(0.0, population[kind] / turn(network.classes().get(kind)) + ROUNDING);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theUnitOfTimeDoesNotMatter(Solver solver) {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("network");
      LinkSharing sharing = sharing(solver, random);
      List<WorkerGroup> classes = classes(random);
      List<WorkerGroup> slower = classes.stream().map(LawsTest::thousandfold).toList();
      int count = 1 + random.nextInt(MOST);

      assertThat(1000 * new QueueingNetwork(slower, sharing).solve(count).throughput())
          .as("seed %d: %d of %s", seed, count, classes)
          .isCloseTo(
              new QueueingNetwork(classes, sharing).solve(count).throughput(),
              withinPercentage(1e-9));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClassInPartsIsTheSameClass(Solver solver) {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("network");
      LinkSharing sharing = sharing(solver, random);
      WorkerGroup whole = workers(random, 5);
      var parts = List.of(counted(whole, 2), counted(whole, 1), counted(whole, 3));

      assertThat(new QueueingNetwork(parts, sharing).solve(6).throughput())
          .as("seed %d: %s", seed, whole)
          .isCloseTo(
              new QueueingNetwork(List.of(whole), sharing).solve(6).throughput(),
              withinPercentage(100 * ROUNDING));
    }
  }

  /** The order of classes changes which workers come first; it does not matter for all workers. */
  @ParameterizedTest
  @EnumSource
  void theOrderOfClassesDoesNotMatter(Solver solver) {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("network");
      LinkSharing sharing = sharing(solver, random);
      List<WorkerGroup> classes = classes(random);
      int all = classes.stream().mapToInt(WorkerGroup::count).sum();

      assertThat(new QueueingNetwork(classes.reversed(), sharing).solve(all).throughput())
          .as("seed %d: %s", seed, classes)
          .isCloseTo(
              new QueueingNetwork(classes, sharing).solve(all).throughput(),
              withinPercentage(1e-9));
    }
  }

  /** Solutions satisfy Eq. 4: each link has the overlap that its utilisation requires. */
  @Test
  void theHybridConverges() {
    for (int seed = 0; seed < 10 * SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("network");
      var network = new QueueingNetwork(classes(random), sharing(Solver.HYBRID, random));
      int[] population = network.population(1 + random.nextInt(MOST));
      Equilibrium equilibrium = new PopulationRecursion(network).reach(population);

      if (busiest(equilibrium.solution(false, true)) > 1 - ROUNDING) {
        continue;
      }
      for (Station link : List.of(equilibrium.downlink, equilibrium.uplink)) {
        assertThat(Math.min(1, link.sharing.overlap(link.utilisation)))
            .as("seed %d: %s", seed, network)
            .isCloseTo(link.overlap, within(1e-9));
      }
    }
  }

  private static SteadyState solve(
      List<WorkerGroup> classes, Solver solver, double threshold, int workers) {
    return new QueueingNetwork(classes, new LinkSharing(solver, threshold)).solve(workers);
  }

  private static LinkSharing sharing(Solver solver, RandomGenerator random) {
    return new LinkSharing(solver, random.nextBoolean() ? 0.8 : random.nextDouble());
  }

  private static List<WorkerGroup> classes(RandomGenerator random) {
    var classes = new ArrayList<WorkerGroup>();
    int kinds = 1 + random.nextInt(4);
    for (int kind = 0; kind < kinds; kind++) {
      classes.add(workers(random, 1 + random.nextInt(5)));
    }
    return classes;
  }

  private static WorkerGroup workers(RandomGenerator random, int count) {
    return new WorkerGroup(
        count, seconds(random), 0.001 + seconds(random), seconds(random), seconds(random));
  }

  /** A time from a millisecond to a second; every tenth time is 0. */
  private static double seconds(RandomGenerator random) {
    double seconds = StrictMath.pow(10, -3 * random.nextDouble());
    return random.nextInt(10) == 0 ? 0 : seconds;
  }

  private static WorkerGroup counted(WorkerGroup workers, int count) {
    return new WorkerGroup(
        count, workers.downlink(), workers.worker(), workers.uplink(), workers.server());
  }

  private static WorkerGroup thousandfold(WorkerGroup workers) {
    return new WorkerGroup(
        workers.count(),
        1000 * workers.downlink(),
        1000 * workers.worker(),
        1000 * workers.uplink(),
        1000 * workers.server());
  }

  private static double busiest(SteadyState solution) {
    return Math.max(solution.server(), Math.max(solution.downlink(), solution.uplink()));
  }

  private static double turn(WorkerGroup workers) {
    return workers.downlink() + workers.worker() + workers.uplink() + workers.server();
  }
}
