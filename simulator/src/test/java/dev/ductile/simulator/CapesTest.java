package dev.ductile.simulator;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.history.Outcome;
import dev.ductile.history.Recorder;
import dev.ductile.history.Run;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.SchedulerParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The jobs of Capes et al. from beginning to end: the times of Table 2, ten seconds for a restart,
 * and completion times computed by hand.
 */
final class CapesTest {
  private static final Catalog CATALOG = Catalog.installed();

  private static final double MINUTE = 60;

  @TempDir private Path folder;

  @Test
  void doublingDividesTheClusterAgainAtEveryArrivalAndEnd() throws IOException {
    assertMinutes(
        minutes(8, "doubling", 0, 30, 60),
        Map.of("a", 154.378307, "b", 195.085538, "c", 186.0),
        1e-4);
  }

  @Test
  void exploringCostsALoneJobThreeRestartsAndTimeOnFewGpus() throws IOException {
    assertMinutes(minutes(64, "exploratory", 0), Map.of("a", 88.857509), 1e-4);
  }

  @Test
  void fourEachIsFirstComeFirstServed() throws IOException {
    assertMinutes(
        minutes(8, "{name: fixed-size, workers: 4}", 0, 10, 20),
        Map.of("a", 126.0, "b", 136.0, "c", 252.0),
        1e-9);
  }

  @ParameterizedTest(name = "{0} GPUs each: {1} h")
  @CsvSource({"1, 6.1333333", "2, 3.8666667", "4, 2.1", "8, 1.4"})
  void withoutOtherJobsAJobTakesTheTimeOfTable2(int workers, double hours) throws IOException {
    var arrivals = new double[8];
    Map<String, Double> ends =
        minutes(64, "{name: fixed-size, workers: %d}".formatted(workers), arrivals);
    assertThat(ends).hasSize(8);
    ends.values().forEach(end -> assertThat(end / 60).isCloseTo(hours, within(1e-6)));
  }

  /**
   * 206 jobs for 64 GPUs: with eight GPUs each the mean is 18.73 h if all come at once, and no
   * arrivals make it worse. Section 7's 22.76 h cannot be.
   */
  @Test
  void eightEachInOrderOfArrivalIsNeverWorseThanAllAtOnce() throws IOException {
    var arrivals = new double[206];
    String eight = "{name: fixed-size, workers: 8}";
    assertThat(mean(minutes(64, eight, arrivals))).isCloseTo(18.73, within(0.01));
  }

  /** Section 7 on a small scale: precomputing beats every fixed size under high load. */
  @Test
  void doublingBeatsEveryFixedSizeInACrowdedCluster() throws IOException {
    var arrivals = new double[40];
    for (int job = 0; job < arrivals.length; job++) {
      arrivals[job] = 17 * job;
    }
    double doubling = lateness(minutes(16, "doubling", arrivals), arrivals);
    for (int workers : List.of(1, 2, 4, 8)) {
      String fixed = "{name: fixed-size, workers: %d}".formatted(workers);
      assertThat(lateness(minutes(16, fixed, arrivals), arrivals))
          .as(fixed)
          .isGreaterThan(1.02 * doubling);
    }
  }

  private static double mean(Map<String, Double> ends) {
    return ends.values().stream().mapToDouble(end -> end / 60).average().orElseThrow();
  }

  private static double lateness(Map<String, Double> ends, double... arrivals) {
    return mean(ends) - DoubleStream.of(arrivals).average().orElseThrow() / 60;
  }

  /** The last rows of Table 2: a stop after some steps on 4 GPUs, and a restart on 8. */
  @ParameterizedTest(name = "stopped at {0} of {1} steps")
  @CsvSource({"5000, 10900, 100.262", "10000, 12900, 110.285"})
  void aRestartAtALargerSizeTakesThePublishedTime(double stop, double steps, double expected)
      throws IOException {
    Scenario scenario =
        scenario(
            """
            cluster: {capacity: {gpu: 8}}
            workload:
              jobs:
                - id: a
                  worker: {gpu: 1}
                  bounds: {workers: {allowed: [4, 8]}}
                  work: %s
                  speed:
                    model: table
                    points:
                      - {workers: 4, stepsPerSecond: 2.0634920634920637}
                      - {workers: 8, stepsPerSecond: 1.6468253968253967}
            policies: [doubling]
            rescale: {checkpoint: 10s}
            """
                .formatted(steps));
    Run run = run(scenario, cluster -> grow(cluster, stop));
    assertThat(run.outcomes().getFirst().completion() / MINUTE)
        .isCloseTo(expected, within(expected * 1e-5));
  }

  /** Four workers until this many steps are done, then eight. */
  private static Plan grow(Cluster cluster, double stop) {
    Optional<Job> there = cluster.jobs().stream().findFirst();
    if (there.isEmpty()) {
      return SmallCluster.plan(List.of());
    }
    Job job = there.get();
    double left = (stop - job.stepsAt(cluster.now())) / 2.0634920634920637;
    var size = Size.workers(left > 1e-6 ? 4 : 8);
    var grant = new Grant(job, Allocation.on(new NodeId("pool"), size));
    return new Plan(
        List.of(grant),
        List.of(),
        Optional.of(cluster.now().plusNanos((long) (left * 1e9) + 1)).filter(at -> left > 1e-6),
        false,
        any -> Reason.of(Reason.Kind.KEPT, "as it is to be"));
  }

  /** The ends of jobs a, b, c ... that arrive at these minutes. */
  private Map<String, Double> minutes(int gpus, String policy, double... arrivals)
      throws IOException {
    String jobs =
        IntStream.range(0, arrivals.length)
            .mapToObj(job ->
                "    - {id: %s, arrived: %s, worker: {gpu: 1}, bounds: {workers: {max: 8}}, work: 22080, speed: *resnet}\n"
                    .formatted(
                        job < 26 ? Character.toString('a' + job) : "job-" + job,
                        arrivals[job] * MINUTE))
            .collect(joining())
            .replaceFirst(
                "\\*resnet",
                "&resnet {model: table, points: [{workers: 1, stepsPerSecond: 1}, {workers: 2, stepsPerSecond: 1.586206896551724}, {workers: 4, stepsPerSecond: 2.9206349206349205}, {workers: 8, stepsPerSecond: 4.380952380952381}]}");
    Scenario scenario =
        scenario(
            "cluster: {capacity: {gpu: %d}}\nworkload:\n  jobs:\n%spolicies: [%s]\nrescale: {checkpoint: 10s}\n"
                .formatted(gpus, jobs, policy));
    Run run =
        new Simulation(scenario, CATALOG)
            .run(scenario.policies().getFirst(), 1, 1, false, SchedulerObserver.NONE);
    return run.outcomes().stream()
        .collect(Collectors.toMap(Outcome::job, outcome -> outcome.ended() / MINUTE));
  }

  private static void assertMinutes(
      Map<String, Double> actual, Map<String, Double> expected, double tolerance) {
    assertThat(actual).containsOnlyKeys(expected.keySet());
    expected.forEach(
        (job, end) -> assertThat(actual.get(job)).as(job).isCloseTo(end, within(tolerance)));
  }

  private Scenario scenario(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("capes.yaml"), text);
    return ScenarioFile.read(file, CATALOG);
  }

  private static Run run(Scenario scenario, Policy policy) {
    try (var arrivals = scenario.workload().submissions(1, 1);
        var world = new World(scenario, CATALOG, arrivals.iterator(), 1)) {
      var recorder = new Recorder(world.instant(), scenario.nodes(), CATALOG, false);
      var scheduler =
          new Scheduler(
              SchedulerParts.of(policy, world, world, new Ledger(CATALOG))
                  .withControls(Controls.of(world.inbox()))
                  .withObserver(recorder));
      scheduler.runUntil(loop -> world.isOver() || loop.decisions() > 100);
      var counts =
          new Recorder.RunCounts(
              world.lostSeconds(), scheduler.decisions(), scheduler.rejections());
      return recorder.run("test", 1, 1, world.instant(), Simulation.end(world), counts);
    }
  }
}
