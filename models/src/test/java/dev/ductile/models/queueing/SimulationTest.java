package dev.ductile.models.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ductile.api.Seed;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the solvers with a simulation of the same network. */
@Tag("seeds")
class SimulationTest {
  private static final long SEED = 1;
  private static final double SAMPLING = 0.7;

  /** A multiple of every number of workers here, so that whole rounds are counted. */
  private static final int MINIBATCHES = 100_800;

  @ParameterizedTest(name = "{0} workers")
  @ValueSource(ints = {1, 2, 4, 8})
  void exactIsANetworkOfSharedLinksAndAnExponentialServer(int workers) {
    assertThat(simulated(workers, List.of(1.0)))
        .as("seed %d", SEED)
        .isCloseTo(exact(workers, 1), withinPercentage(SAMPLING));
  }

  @ParameterizedTest(name = "{0} workers: {1}")
  @CsvSource({
    "1, 5.235602094240838",
    "2, 10.471204188481675",
    "3, 13.88888888888889",
    "8, 13.88888888888889"
  })
  void deterministicFirstComeFirstServedHasNoWaitingUntilALinkIsFull(
      int workers, double throughput) {
    assertThat(
            NetworkSimulation.throughput(
                profile(workers), List.of(1.0), false, MINIBATCHES, seconds -> seconds))
        .isCloseTo(throughput, withinPercentage(1e-4));
  }

  /**
   * If one server holds more than the others, the parts of the others arrive long before its own
   * part.
   */
  @ParameterizedTest(name = "{0} workers, {1} and {2}")
  @CsvSource({"2, 0.8, 0.2", "4, 0.8, 0.2", "8, 0.8, 0.2", "2, 0.6, 0.4", "8, 0.6, 0.4"})
  void theServerWithTheLargestPartDecides(int workers, double share, double other) {
    assertThat(simulated(workers, List.of(share, other)))
        .as("seed %d", SEED)
        .isCloseTo(exact(workers, share), withinPercentage(1));
  }

  /** The published form for several servers ignores that a worker waits for the last of them. */
  @ParameterizedTest(name = "{0} workers, {1} servers: up to {2} too fast")
  @CsvSource({"1, 2, 0.05", "2, 2, 0.21", "8, 2, 0.10", "1, 4, 0.08", "8, 4, 0.25"})
  void equalServersAreSlowerThanTheModelSays(int workers, int servers, double tooFast) {
    double simulated = simulated(workers, Collections.nCopies(servers, 1.0 / servers));

    assertThat(exact(workers, 1.0 / servers) / simulated - 1)
        .as("seed %d", SEED)
        .isBetween(0.0, tooFast);
  }

  private static double simulated(int workers, List<Double> shares) {
    return NetworkSimulation.throughput(profile(workers), shares, true, MINIBATCHES, exponential());
  }

  private static double exact(int workers, double share) {
    return new QueueingNetwork(
            List.of(profile(workers).around(share)), new LinkSharing(Solver.EXACT, 0.8))
        .solve(workers)
        .throughput();
  }

  private static WorkerGroup profile(int workers) {
    return new WorkerGroup(workers, 0.072, 0.029, 0.072, 0.018);
  }

  private static DoubleUnaryOperator exponential() {
    RandomGenerator random = new Seed(SEED).stream("server");
    return mean -> mean * Seed.exponential(random);
  }
}
