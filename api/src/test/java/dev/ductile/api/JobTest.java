package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class JobTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void noJobDoesMoreStepsThanItsWorkHas() {
    Job job = job().with(Progress.none(START).change(START, 2, 1));

    assertThat(job.stepsAt(START.plusSeconds(49))).isEqualTo(98);
    assertThat(job.stepsAt(START.plusSeconds(51))).isEqualTo(100);
    assertThat(job.remainingSteps(START.plusSeconds(51))).isZero();
    assertThat(job.serviceAt(START.plusSeconds(51))).isEqualTo(51);
  }

  @Test
  void onlyAJobThatHoldsResourcesIsProtected() {
    Job waiting =
        job()
            .withAllocation(
                Allocation.NONE, JobState.QUEUED, Progress.none(START), START.plusSeconds(9));
    Job running =
        waiting.withAllocation(
            Allocation.together(Size.workers(1)),
            JobState.RUNNING,
            Progress.none(START),
            START.plusSeconds(9));

    assertThat(waiting.isProtected(START)).isFalse();
    assertThat(running.isProtected(START.plusSeconds(8))).isTrue();
    assertThat(running.isProtected(START.plusSeconds(9))).isFalse();
  }

  @Test
  void aGrantGivesSomething() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Grant(job(), Allocation.NONE))
        .withMessageContaining("a grant of nothing to job-0");
  }

  private static Job job() {
    return Job.submitted(
        JobSpec.of(
            new JobId("job-0"),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 1),
            Work.steps(100)),
        0,
        START,
        Speed.UNKNOWN,
        Duration.ZERO);
  }
}
