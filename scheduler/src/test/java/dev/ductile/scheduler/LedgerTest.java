package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Phase;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.contracts.GivenSpeed;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LedgerTest {
  private static final JobId A = new JobId("a");
  private static final Allocation TWO = Allocation.on(new NodeId("node-0"), Size.workers(2));
  private static final Allocation FOUR = Allocation.on(new NodeId("node-0"), Size.workers(4));

  private final Ledger ledger = new Ledger(GivenSpeed.SPEEDS);

  @BeforeEach
  void submit() {
    var spec =
        JobSpec.of(A, Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 4), Work.steps(100));
    ledger.fold(
        new Event.Submitted(
            at(0), spec, GivenSpeed.of(Allocation::workers), Duration.ofSeconds(10)));
  }

  @Test
  void serviceCountsFromTheGrantAndStepsFromTheFirstStep() {
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, TWO));
    ledger.fold(new Event.Running(at(5), A, 1, TWO, 2));

    assertThat(job().serviceAt(at(15))).isEqualTo(30);
    assertThat(job().stepsAt(at(15))).isEqualTo(20);
  }

  @Test
  void aRescalingJobPausesAndItsExpectedPauseIsUpdated() {
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, TWO));
    ledger.fold(new Event.Running(at(0), A, 1, TWO, 2));
    ledger.fold(new Event.Allocated(at(10), A, 2, TWO, FOUR));
    assertThat(job().state()).isEqualTo(JobState.RESCALING);
    ledger.fold(new Event.Running(at(14), A, 2, FOUR, 4));
    ledger.fold(
        new Event.Rescaled(at(14), A, 2, Size.workers(2), Size.workers(4), Duration.ofSeconds(4)));

    assertThat(job().stepsAt(at(20))).isEqualTo(20 + 24);
    assertThat(job().pause()).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void aReportCorrectsThePredictedProgress() {
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, TWO));
    ledger.fold(new Event.Running(at(0), A, 1, TWO, 2));
    ledger.fold(new Event.Progressed(at(10), A, 1, 15, 1));

    assertThat(job().stepsAt(at(12))).isEqualTo(17);
  }

  @Test
  void theStepsSinceTheLastStartOrCheckpointAreUnsaved() {
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, TWO));
    ledger.fold(new Event.Running(at(0), A, 1, TWO, 2));
    assertThat(job().progress().unsavedAt(at(10))).isEqualTo(20);

    ledger.fold(new Event.Progressed(at(10), A, 1, 15, 1, OptionalDouble.of(12)));
    assertThat(job().progress().unsavedAt(at(10))).isEqualTo(3);

    ledger.fold(new Event.Progressed(at(20), A, 1, 25, 1));
    assertThat(job().progress().unsavedAt(at(20))).isEqualTo(13);

    ledger.fold(new Event.Allocated(at(20), A, 2, TWO, FOUR));
    ledger.fold(new Event.Running(at(24), A, 2, FOUR, 4));
    assertThat(job().progress().unsavedAt(at(24))).isZero();

    ledger.fold(new Event.Crashed(at(30), A, 2, 27, "the node failed"));
    assertThat(job().progress().unsavedAt(at(30))).isZero();
    assertThat(job().progress().saved()).isEqualTo(27);
  }

  @Test
  void aCrashedJobWaitsWithItsSavedSteps() {
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, TWO));
    ledger.fold(new Event.Running(at(0), A, 1, TWO, 2));
    ledger.fold(new Event.Crashed(at(10), A, 1, 12, "the node failed"));

    assertThat(job().state()).isEqualTo(JobState.QUEUED);
    assertThat(job().stepsAt(at(100))).isEqualTo(12);
    assertThat(ledger.picture(at(100)).running()).isEmpty();
  }

  @Test
  void aReportOfAnEarlierOrderChangesNothing() {
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, TWO));
    ledger.fold(new Event.Allocated(at(1), A, 2, TWO, FOUR));
    ledger.fold(new Event.Running(at(2), A, 1, TWO, 2));

    assertThat(job().state()).isEqualTo(JobState.STARTING);
  }

  @Test
  void aPhaseChangesAndAnEndedJobLeavesThePicture() {
    ledger.fold(new Event.PhaseChanged(at(1), A, Phase.EARLY_FEEDBACK));
    assertThat(job().phase()).isEqualTo(Phase.EARLY_FEEDBACK);
    ledger.fold(new Event.Cancelled(at(2), A, "its user did not like it"));

    assertThat(ledger.picture(at(2)).jobs()).isEmpty();
    assertThat(ledger.activeJobs()).isZero();
  }

  @Test
  void aSecondJobOfTheSameNameChangesNothing() {
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, TWO));
    Cluster before = ledger.picture(at(1));

    submit();

    assertThat(ledger.picture(at(1)).jobs()).containsExactlyElementsOf(before.jobs());
    assertThat(ledger.submittedJobs()).isEqualTo(1);
  }

  @Test
  void aNameIsFreeAgainWhenItsJobIsOver() {
    ledger.fold(new Event.Finished(at(5), A));
    submit();

    assertThat(job().state()).isEqualTo(JobState.QUEUED);
    assertThat(ledger.submittedJobs()).isEqualTo(2);
  }

  @Test
  void aReportOfAnEarlierOrderDoesNotCompleteALaterOneForTheSamePlace() {
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, TWO));
    ledger.fold(new Event.Running(at(1), A, 1, TWO, 2));
    ledger.fold(new Event.Allocated(at(2), A, 2, TWO, FOUR));
    ledger.fold(new Event.Allocated(at(3), A, 3, FOUR, TWO));
    ledger.fold(new Event.Running(at(4), A, 1, TWO, 2));
    assertThat(job().state()).isEqualTo(JobState.RESCALING);

    ledger.fold(new Event.Running(at(5), A, 3, TWO, 2));
    assertThat(job().state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void aPartOfTheTasksTrainsWhileTheRestStarts() {
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, FOUR));
    ledger.fold(new Event.Running(at(1), A, 1, TWO, 2));

    assertThat(job().state()).isEqualTo(JobState.STARTING);
    assertThat(job().allocation()).isEqualTo(FOUR);
    assertThat(job().stepsAt(at(3))).isEqualTo(4);
  }

  @Test
  void aJobThatCrashedBeforeItsLastOrderKeepsTheAllocationOfThatOrder() {
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, TWO));
    ledger.fold(new Event.Running(at(0), A, 1, TWO, 2));
    ledger.fold(new Event.Allocated(at(10), A, 2, TWO, FOUR));
    ledger.fold(new Event.Crashed(at(11), A, 1, 12, "a worker died"));

    assertThat(job().allocation()).isEqualTo(FOUR);
    assertThat(job().state()).isEqualTo(JobState.RESCALING);
    assertThat(job().stepsAt(at(20))).isEqualTo(12);
  }

  @Test
  void aReleaseThatComesAfterTheNextStartIsLate() {
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, TWO));
    ledger.fold(new Event.Running(at(0), A, 1, TWO, 2));
    ledger.fold(new Event.Allocated(at(10), A, 2, TWO, Allocation.NONE));
    ledger.fold(new Event.Allocated(at(11), A, 3, Allocation.NONE, TWO));
    ledger.fold(new Event.Allocated(at(12), A, 4, TWO, Allocation.NONE));
    ledger.fold(new Event.Released(at(13), A, 2, 3));

    assertThat(job().stepsAt(at(13))).isEqualTo(20);
  }

  @Test
  void anOldPictureStaysUnchanged() {
    var before = ledger.picture(at(0));
    ledger.fold(new Event.Allocated(at(0), A, 1, Allocation.NONE, TWO));

    assertThat(before.running()).isEmpty();
    assertThat(before.jobs().iterator().next().holdsResources()).isFalse();
    assertThat(ledger.picture(at(0)).running()).hasSize(1);
  }

  private Job job() {
    return ledger.find(A).orElseThrow();
  }

  private static Instant at(long second) {
    return Instant.EPOCH.plusSeconds(second);
  }
}
