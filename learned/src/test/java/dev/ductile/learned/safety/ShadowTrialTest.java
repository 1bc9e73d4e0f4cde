package dev.ductile.learned.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.history.Run;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Shadow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShadowTrialTest {
  private static final Choice SRTF = Choice.named("srtf");
  private static final Shadow.Promotion SOON = new Shadow.Promotion(Duration.ofMinutes(30), 6, 10);

  @Test
  void aBetterPolicyIsPromotedByReplaysOfTheRecordedArrivals() {
    var cluster = new TrialCluster(3, 300);
    double before = new TrialCluster(3, 300).alone().figures().averageCompletion();

    Run run = cluster.guarded(trial(SRTF, cluster));

    assertThat(cluster.changes()).hasSize(1);
    Event.PolicySet change = cluster.changes().getFirst();
    assertThat(change.policy()).isEqualTo("srtf");
    assertThat(change.why())
        .startsWith("srtf is promoted: in replays of 6 windows of the recorded jobs, ")
        .contains("95 % interval -");
    assertThat(run.figures().averageCompletion()).isLessThan(0.8 * before);
  }

  @Test
  void anEqualPolicyStaysInShadow() {
    var cluster = new TrialCluster(3, 100);
    Choice equal = Choice.ofLine("clumsy mistake=unfamiliar every=1");

    Verdict verdict = cluster.replays(TrialCluster.TEACHER, SOON).evaluate();

    assertThat(verdict.better()).isFalse();
    cluster.guarded(trial(equal, cluster));
    assertThat(cluster.changes()).isEmpty();
  }

  @Test
  void anEvaluationNeedsEnoughJobs() {
    var cluster = new TrialCluster(3, 20);
    cluster.alone();

    Verdict verdict = cluster.replays(SRTF, SOON).evaluate();

    assertThat(verdict)
        .isEqualTo(
            new Verdict(
                false, "an evaluation needs 60 recorded jobs of known speed, and there are 20"));
  }

  @Test
  void aPolicyUnderWhichJobsTrainLessGivesWay() {
    var cluster = new TrialCluster(3, 300);
    Choice idle = Choice.ofLine("clumsy mistake=starts-nothing every=1");

    cluster.guarded(
        TrialCluster.trial(
            idle,
            new Shadow(
                idle,
                Optional.of(new Shadow.Promotion(Duration.ofMinutes(5), 3, 1)),
                new Shadow.Fallback(10, 1, 1, 0.2)),
            () -> new Verdict(true, "of a mistake")));

    List<Event.PolicySet> changes = cluster.changes();
    assertThat(changes).extracting(Event.PolicySet::policy).startsWith(idle.line(), "fifo");
    assertThat(changes.get(1).why())
        .startsWith("clumsy gives way: in its last 10 slots, jobs made ")
        .contains(
            "of the progress that plans of fifo would make by their speeds; under fifo it was ");
  }

  private static ShadowTrial trial(Choice candidate, TrialCluster cluster) {
    return TrialCluster.trial(
        candidate,
        new Shadow(candidate, Optional.of(SOON), new Shadow.Fallback(30, 0.2, 0.1, 1)),
        cluster.replays(candidate, SOON));
  }
}
