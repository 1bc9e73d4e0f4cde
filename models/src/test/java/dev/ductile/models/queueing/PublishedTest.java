package dev.ductile.models.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The network of Lin et al., Section III: the profile of their 8 MB model, with results that were
 * computed independently of this project.
 */
class PublishedTest {
  private static final WorkerGroup PROFILE = new WorkerGroup(1, 0.072, 0.029, 0.072, 0.018);

  @ParameterizedTest(name = "{0} workers: {1}")
  @CsvSource({
    "1, 5.235602",
    "2, 8.097853",
    "3, 9.693718",
    "4, 10.642986",
    "6, 11.672071",
    "10, 12.535710",
    "64, 13.672766"
  })
  void exactSolverHasThePublishedThroughput(int workers, double throughput) {
    assertThroughput(PROFILE, Solver.EXACT, workers, throughput, 1e-6);
  }

  @ParameterizedTest(name = "{0} workers: {1}")
  @CsvSource({"2, 9.097621", "3, 11.575599", "4, 12.921791", "6, 13.774181", "10, 13.888240"})
  void firstComeFirstServedSolverHasThePublishedThroughput(int workers, double throughput) {
    assertThroughput(PROFILE, Solver.FCFS, workers, throughput, 1e-6);
  }

  @ParameterizedTest(name = "{0} workers: {1}")
  @CsvSource({
    "2, 9.097621",
    "3, 11.377241",
    "4, 12.066221",
    "5, 12.354822",
    "10, 12.935799",
    "64, 13.687948"
  })
  void hybridSolverHasThePublishedThroughput(int workers, double throughput) {
    assertThroughput(PROFILE, Solver.HYBRID, workers, throughput, 1e-6);
  }

  @ParameterizedTest(name = "{0} workers: {1}")
  @CsvSource({"1, 0", "2, 0", "3, 0.0958"})
  void transfersOverlapOnABusyLinkOnly(int workers, double overlap) {
    SteadyState solution = network(PROFILE, Solver.HYBRID).solve(workers);

    assertThat(Math.max(0, (solution.uplink() - 0.8) / 0.2)).isCloseTo(overlap, within(1e-3));
  }

  @Test
  void twoClasses() {
    SteadyState solution =
        new QueueingNetwork(
                List.of(
                    new WorkerGroup(3, 0.072, 0.029, 0.072, 0.018),
                    new WorkerGroup(2, 0.060, 0.120, 0.040, 0.018)),
                sharing(Solver.EXACT))
            .solve(5);

    assertThat(solution.throughputs().get(0)).isCloseTo(7.429298, within(1e-6));
    assertThat(solution.throughputs().get(1)).isCloseTo(4.951754, within(1e-6));
    assertThat(solution.throughput()).isCloseTo(12.381052, within(1e-6));
    assertThat(solution.uplink()).isCloseTo(0.732980, within(1e-6));
    assertThat(solution.downlink()).isCloseTo(0.832015, within(1e-6));
  }

  @ParameterizedTest
  @EnumSource
  void asManyClassesAsWorkers(Solver solver) {
    for (int workers = 1; workers <= 5; workers++) {
      var each = new QueueingNetwork(Collections.nCopies(workers, PROFILE), sharing(solver));

      assertThroughput(PROFILE, solver, workers, each.solve(workers).throughput(), 1e-12);
    }
  }

  @ParameterizedTest(name = "{0}, {1} workers: {2}")
  @CsvSource({
    "EXACT, 1, 9.090909",
    "EXACT, 4, 20.661667",
    "EXACT, 8, 24.244366",
    "FCFS, 8, 27.727668",
    "HYBRID, 8, 25.465120"
  })
  void twoServers(Solver solver, int workers, double throughput) {
    assertThroughput(PROFILE.around(0.5), solver, workers, throughput, 1e-6);
  }

  private static void assertThroughput(
      WorkerGroup profile, Solver solver, int workers, double expected, double relative) {
    assertThat(network(profile, solver).solve(workers).throughput())
        .as("%s with %d workers", solver, workers)
        .isCloseTo(expected, withinPercentage(100 * relative));
  }

  private static QueueingNetwork network(WorkerGroup profile, Solver solver) {
    return new QueueingNetwork(List.of(profile), sharing(solver));
  }

  private static LinkSharing sharing(Solver solver) {
    return new LinkSharing(solver, LinkSharing.PUBLISHED_THRESHOLD);
  }
}
