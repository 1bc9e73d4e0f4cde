package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.JobId;
import dev.ductile.api.Phase;
import dev.ductile.api.Plan;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scheduler.DecisionTimes;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class WorldTest {
  @Test
  void progressIsExact() {
    Run run =
        new SmallCluster()
            .job("a", 0, 3, 100)
            .job("b", 10, 4, 7)
            .play(SmallCluster::firstComeFirstServed);

    assertThat(outcome(run, "a").completion()).isCloseTo(100.0 / 3, within(1e-9));
    assertThat(outcome(run, "b").completion()).isEqualTo(1.75);
    assertThat(run.totals().utilisation()).isCloseTo((100 + 7) / (8 * (100.0 / 3)), within(1e-9));
  }

  @Test
  void aJobWaitsForResourcesAndItsWaitIsRecorded() {
    Run run =
        new SmallCluster()
            .job("a", 0, 4, 40)
            .job("b", 0, 4, 40)
            .job("c", 2, 4, 40)
            .play(SmallCluster::firstComeFirstServed);

    assertThat(outcome(run, "c").waiting()).isEqualTo(8);
    assertThat(run.totals().makespan()).isEqualTo(20);
    assertThat(outcome(run, "c").fairness()).isGreaterThan(1);
  }

  @Test
  void startsAndRescalesTakeTheirPauses() {
    var costs =
        new Rescale(
            Duration.ofSeconds(5),
            Map.of(RescaleMode.CHECKPOINT, new Cost.Fixed(Duration.ofSeconds(10))));
    Run run = new SmallCluster().rescale(costs).job("a", 0, 2, 100).play(WorldTest::growsAtTwenty);

    // 5 s to start, 15 s at 2, a pause of 10 s, the other 70 steps at 4.
    assertThat(outcome(run, "a").completion()).isEqualTo(5 + 15 + 10 + 17.5);
    assertThat(outcome(run, "a").rescales()).isEqualTo(1);
    assertThat(run.totals().secondsLost()).isEqualTo(15);
  }

  @Test
  void aFreeChangeOfSizeCostsNothing() {
    Run run = new SmallCluster().job("a", 0, 2, 100).play(WorldTest::growsAtTwenty);

    assertThat(outcome(run, "a").completion()).isEqualTo(20 + 15);
    assertThat(run.totals().secondsLost()).isZero();
  }

  @Test
  void measuredPausesAreDrawnFromTheSamples() {
    var samples = List.of(Duration.ofSeconds(1), Duration.ofSeconds(2));
    var costs =
        new Rescale(Duration.ZERO, Map.of(RescaleMode.CHECKPOINT, new Cost.Measured(samples)));
    var completions =
        LongStream.range(0, 20)
            .mapToObj(seed ->
                new SmallCluster()
                    .seed(seed)
                    .rescale(costs)
                    .job("a", 0, 2, 100)
                    .play(WorldTest::growsAtTwenty))
            .map(run -> outcome(run, "a").completion())
            .toList();

    assertThat(completions).containsOnly(36.0, 37.0);
  }

  @Test
  void jobsSlowEachOtherDownWhileTheyShareANode() {
    Run run =
        new SmallCluster()
            .colocation(0.5)
            .job("a", 0, 1, 10)
            .job("b", 0, 1, 5)
            .play(SmallCluster::firstComeFirstServed);

    // Both at half speed until b ends, then a alone.
    assertThat(outcome(run, "b").completion()).isEqualTo(10);
    assertThat(outcome(run, "a").completion()).isEqualTo(15);
  }

  @Test
  void aFailedNodeCostsTheWorkSinceTheLastCheckpoint() {
    var failures =
        new Failures(Duration.ofSeconds(400), Duration.ofSeconds(50), Duration.ofSeconds(10));
    var simulated = new SmallCluster().failures(failures).job("a", 0, 4, 8000);
    Run run = simulated.play(SmallCluster::firstComeFirstServed);

    assertThat(simulated.story).hasAtLeastOneElementOfType(Event.NodeDown.class);
    assertThat(simulated.story).hasAtLeastOneElementOfType(Event.Crashed.class);
    assertThat(run.totals().end()).isEqualTo(Run.End.ALL_OVER);
    Outcome a = outcome(run, "a");
    assertThat(a.completion())
        .isCloseTo(2000 + a.waiting() + run.totals().secondsLost(), within(1e-6));
  }

  @Test
  void usersCancelJobsAfterEarlyFeedback() {
    var simulated = new SmallCluster().feedback(new Feedback(0.1, 0.5));
    for (int i = 0; i < 40; i++) {
      simulated.job("job-" + i, i, 1, new Work(100, 10, "steps"), spec -> spec);
    }
    Run run = simulated.play(SmallCluster::firstComeFirstServed);

    assertThat(run.figures().killed()).isBetween(10, 30);
    assertThat(run.figures().finished()).isEqualTo(40 - run.figures().killed());
    assertThat(run.outcomes())
        .allSatisfy(job ->
            assertThat(job.submitted() + job.feedback())
                .isCloseTo(
                    job.ending() == Outcome.Ending.KILLED ? job.ended() : job.ended() - 90,
                    within(1e-6)));
    assertThat(simulated.story)
        .filteredOn(Event.PhaseChanged.class::isInstance)
        .hasSize(40)
        .allMatch(event -> ((Event.PhaseChanged) event).phase() == Phase.TRAINING);
  }

  @Test
  void usersKeepALimitedNumberOfJobsAndCancelTheWorst() {
    for (long seed = 0; seed < 20; seed++) {
      var simulated = new SmallCluster().seed(seed).feedback(new Feedback(0, 0, OptionalInt.of(2)));
      for (int i = 0; i < 8; i++) {
        simulated.job("job-" + i, 10L * i, 1, new Work(1000, 10, "steps"), spec -> spec);
      }
      Run run = simulated.play(SmallCluster::firstComeFirstServed);
      var effects = new RandomEffects(Noise.NONE, Feedback.NONE, seed, 0);
      var best =
          run.outcomes().stream()
              .map(Outcome::job)
              .sorted(Comparator.comparingDouble((String job) -> -effects.quality(new JobId(job))))
              .limit(2)
              .toList();

      assertThat(run.outcomes().stream().filter(Outcome::isFinished).map(Outcome::job))
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(best);
      assertThat(run.outcomes())
          .as("seed %d", seed)
          .allMatch(each -> Math.abs(each.feedback() - each.waiting() - 10) < 1e-6);
    }
  }

  @Test
  void capacityIsHandedOverWhenTheShrinkingJobHasRescaled() {
    var costs =
        new Rescale(
            Duration.ofSeconds(1),
            Map.of(RescaleMode.CHECKPOINT, new Cost.Fixed(Duration.ofSeconds(10))),
            true);
    var simulated = new SmallCluster().rescale(costs).job("a", 0, 4, 100).job("b", 11, 2, 20);
    Run run = simulated.play(WorldTest::sharesNodeZero);

    // b waits 10 s for a to leave, 1 s to start, and makes 2 steps a second.
    assertThat(outcome(run, "b").completion()).isEqualTo(10 + 1 + 10);
    // a makes 40 steps by then, pauses for 10 s, makes 22 at 2, grows for 10 s, 38 at 4.
    assertThat(outcome(run, "a").completion()).isEqualTo(11 + 10 + 11 + 10 + 9.5);
  }

  @Test
  void aGrantMayHaveAnotherRescaleModeThanItsJob() {
    var costs =
        new Rescale(
            Duration.ZERO,
            Map.of(
                RescaleMode.CHECKPOINT, new Cost.Fixed(Duration.ofSeconds(10)),
                RescaleMode.HOT, new Cost.Fixed(Duration.ofSeconds(3))));
    for (RescaleMode own : RescaleMode.values()) {
      for (RescaleMode granted : RescaleMode.values()) {
        var simulated =
            new SmallCluster()
                .rescale(costs)
                .job("a", 0, 2, Work.steps(100), spec -> spec.withRescaleMode(own));
        Run run = simulated.play(cluster -> by(granted, growsAtTwenty(cluster)));
        double pause = granted == RescaleMode.HOT ? 3 : 10;

        assertThat(outcome(run, "a").completion())
            .as("%s by %s", own, granted)
            .isEqualTo(20 + pause + 15);
        assertThat(run.totals().secondsLost()).isEqualTo(pause);
      }
    }
  }

  private static Plan by(RescaleMode rescaleMode, Plan plan) {
    var grants =
        plan.grants().stream()
            .map(grant -> new Grant(grant.job(), grant.allocation(), rescaleMode))
            .toList();
    return new Plan(grants, plan.notes(), plan.reconsider(), false, plan.reasons());
  }

  /** Gives all of node-0 to a, or half of it to b while b is active. */
  private static Plan sharesNodeZero(Cluster cluster) {
    int each = 4 / Math.max(1, cluster.jobs().size());
    var grants =
        cluster.jobs().stream()
            .map(job ->
                new Grant(job, Allocation.on(cluster.nodes().get(0).id(), Size.workers(each))))
            .toList();
    return SmallCluster.plan(grants);
  }

  @Test
  void noiseChangesSpeedButNotItsMean() {
    double mean =
        LongStream.range(0, 200)
            .mapToObj(seed ->
                new SmallCluster()
                    .seed(seed)
                    .noise(new Noise(0.2, 0.1, Duration.ofSeconds(5)))
                    .job("a", 0, 1, 100)
                    .play(SmallCluster::firstComeFirstServed))
            .mapToDouble(run -> 100 / outcome(run, "a").completion())
            .average()
            .orElseThrow();

    assertThat(mean).isCloseTo(1, within(0.05));
  }

  @Test
  void everyPolicyHasTheSameRandomEffects() {
    var noisy = new Noise(0.5, 0, Duration.ofMinutes(1));
    Run alone =
        new SmallCluster().noise(noisy).job("b", 0, 1, 50).play(SmallCluster::firstComeFirstServed);
    Run crowded =
        new SmallCluster()
            .noise(noisy)
            .job("a", 0, 1, 50)
            .job("b", 0, 1, 50)
            .play(SmallCluster::firstComeFirstServed);

    assertThat(outcome(crowded, "b").completion()).isEqualTo(outcome(alone, "b").completion());
  }

  @Test
  void aRunWithoutGrantsEndsAtTheHorizon() {
    Run run =
        new SmallCluster()
            .job("a", 0, 1, 10)
            .limits(new RunLimits(Duration.ofDays(1), 1_000_000))
            .play(cluster -> SmallCluster.plan(List.of()));

    assertThat(run.totals().end()).isEqualTo(Run.End.HORIZON);
    assertThat(run.figures().unfinished()).isEqualTo(1);
  }

  @Test
  void aRunEndsAtItsLimitOfDecisions() {
    Run run =
        new SmallCluster()
            .job("a", 0, 1, 1e9)
            .pace(new DecisionTimes(true, Duration.ofSeconds(1)))
            .limits(new RunLimits(Duration.ofDays(3650), 500))
            .play(SmallCluster::firstComeFirstServed);

    assertThat(run.totals().end()).isEqualTo(Run.End.DECISIONS);
    assertThat(run.totals().decisions()).isEqualTo(500);
  }

  private static Plan growsAtTwenty(Cluster cluster) {
    var grants =
        cluster.jobs().stream()
            .map(job -> new Grant(job, Allocation.on(cluster.nodes().get(0).id(), size(cluster))))
            .toList();
    var asked = SmallCluster.START.plusSeconds(20);
    return new Plan(
        grants,
        List.of(),
        java.util.Optional.of(asked).filter(cluster.now()::isBefore),
        false,
        SmallCluster.plan(grants).reasons());
  }

  private static Size size(Cluster cluster) {
    return Size.workers(cluster.now().isBefore(SmallCluster.START.plusSeconds(20)) ? 2 : 4);
  }

  private static Outcome outcome(Run run, String job) {
    return run.outcomes().stream()
        .filter(outcome -> outcome.job().equals(job))
        .findFirst()
        .orElseThrow();
  }
}
