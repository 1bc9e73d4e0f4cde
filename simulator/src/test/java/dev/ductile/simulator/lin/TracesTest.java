package dev.ductile.simulator.lin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs of the policies of Lin et al. on jobs of their Table III. */
class TracesTest {
  private static final double DAY = 86_400;

  @ParameterizedTest(name = "{0}: {2}, {3} and {4} days")
  @CsvSource({
    "hell, '{name: hell, filling: true}', 2.955292, 4.465037, 1.575804",
    "knee, knee, 2.746034, 5.416265, 1.575804"
  })
  void threeJobsOnTenNodesHaveTheirPublishedSchedule(
      String name, String policy, double alexnet, double second, double nin) {
    Run run =
        run(
            """
            cluster: {capacity: {gpu: 10}}
            policies: [%s]
            workload:
              jobs:
            %s%s%s\
            """
                .formatted(
                    policy,
                    TableThree.ALEXNET.job(arrived(0, TableThree.ALEXNET)).indent(4),
                    TableThree.ALEXNET.job(arrived(1, TableThree.ALEXNET)).indent(4),
                    TableThree.NIN.job(arrived(1.5, TableThree.NIN)).indent(4)),
            1);

    assertThat(run.policy()).isEqualTo(name);
    assertThat(days(run, 0)).isCloseTo(alexnet, withinPercentage(0.001));
    assertThat(days(run, 1)).isCloseTo(second, withinPercentage(0.001));
    assertThat(days(run, 2)).isCloseTo(nin, withinPercentage(0.001));
  }

  /** Section IV-C: the size of a job never changes, though jobs may be stopped. */
  @ParameterizedTest
  @CsvSource({"moldable-hell", "moldable-knee", "jsq-chunk"})
  void aMoldablePolicyNeverRescales(String policy) {
    Run run = run(mix(400, 0.7, policy), 3);

    assertThat(run.totals().rescales()).isZero();
    assertThat(run.outcomes()).allMatch(Outcome::isFinished);
  }

  /** Section V-B with few jobs: checks the order of the policies, not their figures. */
  @Test
  void srptIsOverloadedAtALoadThatHellServes() {
    double hell = mean(run(mix(400, 0.3, "hell"), 1));

    assertThat(mean(run(mix(400, 0.3, "srpt"), 1))).isGreaterThan(3 * hell);
  }

  /** The mix of Section V-B at a load: arrivals at the rate of load W / E[S(1)]. */
  private static String mix(int jobs, double load, String policy) {
    String kinds =
        Arrays.stream(TableThree.values()).map(TableThree::kind).collect(Collectors.joining());
    return """
    cluster: {capacity: {gpu: 100}}
    policies: [%s]
    workload:
      generate:
        jobs: %d
        arrivals: {poisson: {perHour: %s}}
        mix:
    %s\
    """
        .formatted(policy, jobs, 0.116163 * load, kinds);
  }

  private static String arrived(double days, TableThree network) {
    return "arrived: %s, work: %s".formatted(days * DAY, network.steps());
  }

  private static Run run(String yaml, long seed) {
    Scenario scenario =
        ScenarioFile.of(TableThree.written(yaml), Path.of("lin.yaml"), TableThree.CATALOG);
    return new Simulation(scenario, TableThree.CATALOG)
        .run(scenario.policies().getFirst(), seed, 1, false, SchedulerObserver.NONE);
  }

  private static double days(Run run, int job) {
    return run.outcomes().stream()
        .filter(outcome -> outcome.job().equals("job-" + job))
        .mapToDouble(outcome -> outcome.ended() / DAY)
        .findFirst()
        .orElse(Double.NaN);
  }

  private static double mean(Run run) {
    return run.figures().averageCompletion();
  }
}
