package dev.ductile.models.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ductile.api.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchweitzerApproximationTest {
  private static final int SEEDS = 300;

  @ParameterizedTest
  @EnumSource
  void isCloseToTheRecursion(Solver solver) {
    for (int seed = 0; seed < SEEDS; seed++) {
      QueueingNetwork network = network(seed, 3, 6, solver);
      int[] population = population(network);

      assertThat(SchweitzerApproximation.solve(network, population).throughput())
          .as("seed %d: %s", seed, network)
          .isCloseTo(
              new PopulationRecursion(network).reach(population).throughput(), withinPercentage(8));
    }
  }

  @ParameterizedTest
  @EnumSource
  void replacesTheRecursionForTooManyPopulationsAndReportsIt(Solver solver) {
    for (int seed = 0; seed < SEEDS; seed++) {
      QueueingNetwork network = network(seed, 40, 1, solver);
      SteadyState few = network.solve(10);
      SteadyState many = network.solve(40);

      assertThat(few.approximate()).as("seed %d", seed).isFalse();
      assertThat(many.approximate()).as("seed %d", seed).isTrue();
      assertThat(Math.max(many.server(), Math.max(many.downlink(), many.uplink())))
          .as("seed %d: %s", seed, network)
          .isBetween(0.0, 1 + 1e-12);
    }
  }

  /** Classes so different that iterations without damping oscillate for ever. */
  @Test
  void dampsOscillations() {
    var swinging =
        new QueueingNetwork(
            List.of(
                new WorkerGroup(
                    5, 0.08302016118653265, 0.27620963327395814, 0.42255782, 0.013172856),
                new WorkerGroup(
                    5, 0.4207617568610895, 0.6876300763749075, 0.016457366, 0.015865854)),
            new LinkSharing(Solver.HYBRID, 0.8));

    SteadyState solution = SchweitzerApproximation.solve(swinging, population(swinging));

    assertThat(solution.converged()).isTrue();
    assertThat(solution.throughput())
        .isCloseTo(
            new PopulationRecursion(swinging).reach(population(swinging)).throughput(),
            withinPercentage(8));
  }

  private static int[] population(QueueingNetwork network) {
    return network.classes().stream().mapToInt(WorkerGroup::count).toArray();
  }

  /**
   * Classes whose times differ by a factor of up to two, with workers from very fast to very slow.
   */
  private static QueueingNetwork network(int seed, int classes, int mostWorkers, Solver solver) {
    RandomGenerator random = new Seed(seed).stream("network");
    double worker = StrictMath.pow(10, 2 * random.nextDouble() - 1);
    var workers = new ArrayList<WorkerGroup>();
    for (int kind = 0; kind < classes; kind++) {
      workers.add(
          new WorkerGroup(
              1 + random.nextInt(mostWorkers),
              0.05 * (1 + random.nextDouble()),
              worker * (1 + random.nextDouble()),
              0.05 * (1 + random.nextDouble()),
              0.02 * (1 + random.nextDouble())));
    }
    return new QueueingNetwork(List.copyOf(workers), new LinkSharing(solver, 0.8));
  }
}
