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

class SchweitzerTest {
  private static final int SEEDS = 300;

  @ParameterizedTest
  @EnumSource
  void is_close_to_the_recursion(Solver solver) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Network network = network(seed, 3, 6, solver);
      int[] population = population(network);

      assertThat(Schweitzer.settle(network, population).throughput())
          .as("seed %d: %s", seed, network)
          .isCloseTo(new Lattice(network).reach(population).throughput(), withinPercentage(8));
    }
  }

  @ParameterizedTest
  @EnumSource
  void stands_in_where_the_populations_are_too_many_and_says_so(Solver solver) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Network network = network(seed, 40, 1, solver);
      Solution few = network.solve(10);
      Solution many = network.solve(40);

      assertThat(few.approximate()).as("seed %d", seed).isFalse();
      assertThat(many.approximate()).as("seed %d", seed).isTrue();
      assertThat(Math.max(many.server(), Math.max(many.downlink(), many.uplink())))
          .as("seed %d: %s", seed, network)
          .isBetween(0.0, 1 + 1e-12);
    }
  }

  /** Classes so unlike that rounds without damping go to and fro for ever. */
  @Test
  void damps_what_swings() {
    var swinging =
        new Network(
            List.of(
                new Workers(5, 0.08302016118653265, 0.27620963327395814, 0.42255782, 0.013172856),
                new Workers(5, 0.4207617568610895, 0.6876300763749075, 0.016457366, 0.015865854)),
            new Sharing(Solver.HYBRID, 0.8));

    Solution solution = Schweitzer.settle(swinging, population(swinging));

    assertThat(solution.settled()).isTrue();
    assertThat(solution.throughput())
        .isCloseTo(
            new Lattice(swinging).reach(population(swinging)).throughput(), withinPercentage(8));
  }

  private static int[] population(Network network) {
    return network.classes().stream().mapToInt(Workers::count).toArray();
  }

  /** Classes whose times differ by up to two, with workers from very quick to very slow. */
  private static Network network(int seed, int classes, int mostWorkers, Solver solver) {
    RandomGenerator random = new Seed(seed).stream("network");
    double worker = StrictMath.pow(10, 2 * random.nextDouble() - 1);
    var workers = new ArrayList<Workers>();
    for (int kind = 0; kind < classes; kind++) {
      workers.add(
          new Workers(
              1 + random.nextInt(mostWorkers),
              0.05 * (1 + random.nextDouble()),
              worker * (1 + random.nextDouble()),
              0.05 * (1 + random.nextDouble()),
              0.02 * (1 + random.nextDouble())));
    }
    return new Network(List.copyOf(workers), new Sharing(solver, 0.8));
  }
}
