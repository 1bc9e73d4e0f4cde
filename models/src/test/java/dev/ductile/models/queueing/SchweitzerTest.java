package dev.ductile.models.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ductile.api.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
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

  /** The search for the overlaps of so unlike classes goes to and fro between two states. */
  @ParameterizedTest
  @EnumSource
  void comes_to_rest_where_classes_are_very_unlike(Solver solver) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Network network = unlike(seed, solver);

      assertThat(Schweitzer.settle(network, population(network)).settled())
          .as("seed %d: %s", seed, network)
          .isTrue();
    }
  }

  private static Network unlike(int seed, Solver solver) {
    RandomGenerator random = new Seed(seed).stream("unlike");
    var workers = new ArrayList<Workers>();
    for (int kind = 0; kind < 3; kind++) {
      workers.add(
          new Workers(
              1 + random.nextInt(6),
              0.05 * StrictMath.pow(10, 2 * random.nextDouble() - 1),
              StrictMath.pow(10, 2 * random.nextDouble() - 1),
              0.05 * StrictMath.pow(10, 2 * random.nextDouble() - 1),
              0.02 * StrictMath.pow(10, 2 * random.nextDouble() - 1)));
    }
    return new Network(workers, new Sharing(solver, 0.8));
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
