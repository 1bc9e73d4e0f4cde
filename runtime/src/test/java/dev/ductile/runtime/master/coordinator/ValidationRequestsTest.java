package dev.ductile.runtime.master.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.ValidationSpec;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.membership.Role;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checkpoints are evaluated while the job trains, and the last one before it ends. */
@Timeout(60)
final class ValidationRequestsTest {
  private static final long STEPS = 60;

  private final FakeJob fakeJob =
      new FakeJob(
          JobCoordinatorTest.job(2, STEPS).withValidation(new ValidationSpec.Share(0.1)), 1);

  @BeforeEach
  void joins() {
    fakeJob.disks.fail = false;
    for (int i = 0; i < 2; i++) {
      fakeJob.join(Role.SERVER);
      fakeJob.join(Role.WORKER);
    }
  }

  @Test
  void everyCheckpointIsEvaluatedIfThatIsQuick() {
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(0);
    assertThat(fakeJob.evaluations.steps).isEqualTo(fakeJob.sealed).endsWith(STEPS);
  }

  @Test
  void aSlowEvaluationDelaysNoStepAndTheNewestIsNext() {
    fakeJob.evaluations.answers = false;
    fakeJob.until(now -> now.phase() == JobPhase.VALIDATING);
    assertThat(fakeJob.sealed).hasSizeGreaterThan(3).endsWith(STEPS);
    assertThat(fakeJob.evaluations.steps).isEmpty();
    fakeJob.evaluations.answers = true;
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.evaluations.steps).containsExactly(STEPS);
  }

  @Test
  void theLastEvaluationIsAwaitedInSpiteOfTheDeathOfATaskAndAMaster() {
    fakeJob.evaluations.answers = false;
    fakeJob.until(now -> now.phase() == JobPhase.VALIDATING);
    fakeJob.kill(fakeJob.tasksThat(FakeTask::isWorker).getFirst());
    assertThat(fakeJob.phase()).isNotEqualTo(JobPhase.VALIDATING);
    fakeJob.until(now -> now.phase() == JobPhase.VALIDATING);
    fakeJob.killMaster();
    fakeJob.until(now -> now.phase() == JobPhase.VALIDATING);
    assertThat(fakeJob.end()).isEmpty();
    fakeJob.evaluations.answers = true;
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(0);
    assertThat(fakeJob.evaluations.steps).containsExactly(STEPS);
  }

  @Test
  void anEvaluationThatNeverEndsIsAbandoned() {
    fakeJob.evaluations.answers = false;
    fakeJob.until(now -> now.phase() == JobPhase.VALIDATING);
    long before = fakeJob.now;
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(0);
    assertThat(fakeJob.now - before)
        .isBetween(Duration.ofMinutes(2).toNanos(), Duration.ofMinutes(3).toNanos());
  }

  @Test
  void aJobThatIsAskedToStopWaitsForNoEvaluation() {
    fakeJob.evaluations.answers = false;
    fakeJob.until(now -> now.steps() > 20);
    fakeJob.stop();
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(JobCoordinator.STOPPED);
  }

  @Test
  void malformedExamplesFailTheJobForGoodAndTheirLineIsItsReason() {
    fakeJob.evaluations.answers = false;
    fakeJob.until(now -> now.steps() > 20);
    fakeJob.failEvaluation(true);
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(JobCoordinator.UNRECOVERABLE);
    assertThat(fakeJob.endingWhy).isEqualTo("test.csv, line 2: label 7");
    assertThat(fakeJob.newest()).isPresent();
  }

  @Test
  void aFailedEvaluationDoesNotEndTheJob() {
    fakeJob.evaluations.answers = false;
    fakeJob.until(now -> now.steps() > 20);
    fakeJob.failEvaluation(false);
    fakeJob.evaluations.answers = true;
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(0);
    assertThat(fakeJob.evaluations.steps).endsWith(STEPS);
  }
}
