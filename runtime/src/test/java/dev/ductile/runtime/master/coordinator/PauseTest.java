package dev.ductile.runtime.master.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.report.Pause;
import dev.ductile.runtime.membership.Role;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A pause is the whole time in which no worker made progress, with all attempts of a
 * reconfiguration.
 */
@Timeout(60)
final class PauseTest {
  private static final Set<JobPhase> RECONFIGURATIONS =
      EnumSet.of(JobPhase.HALTING, JobPhase.COLLECTING, JobPhase.LOADING, JobPhase.ASSIGNING);

  private final FakeJob fakeJob = new FakeJob(JobCoordinatorTest.job(2, 1_000_000), 1);

  @BeforeEach
  void trains() {
    fakeJob.disks.fail = false;
    for (int i = 0; i < 3; i++) {
      fakeJob.join(Role.SERVER);
      fakeJob.join(Role.WORKER);
    }
    fakeJob.until(now -> now.phase() == JobPhase.RUNNING && now.steps() > 20);
  }

  private FakeTask any(Role role) {
    return fakeJob.any(one -> one.member().role() == role && one.running).orElseThrow();
  }

  /** The pause of the present or next reconfiguration. */
  private Pause pause() {
    int before = fakeJob.pauses.all().size();
    fakeJob.until(now -> now.pauses.all().size() > before);
    return fakeJob.pauses.all().getLast();
  }

  private long begin(Pause pause) {
    return fakeJob.now - pause.nanos();
  }

  private void pass(Duration time) {
    long until = fakeJob.now + time.toNanos();
    fakeJob.until(now -> now.now >= until);
  }

  @Test
  void aPauseAfterADeathBeginsAtTheEndOfTheLastStep() {
    fakeJob.trains = false;
    long lastStep = fakeJob.pauses.progressAt();
    pass(Duration.ofMillis(219));
    fakeJob.kill(any(Role.SERVER));
    Pause pause = pause();
    assertThat(begin(pause)).isEqualTo(lastStep);
    assertThat(pause.cause()).isEqualTo(Cause.LOSS);
    assertThat(pause.detectNanos()).isGreaterThan(Duration.ofMillis(219).toNanos());
  }

  @Test
  void abandonedAttemptsBelongToThePause() {
    fakeJob.trains = false;
    long lastStep = fakeJob.pauses.progressAt();
    for (JobPhase phase : RECONFIGURATIONS) {
      fakeJob.join(Role.WORKER);
      fakeJob.kill(fakeJob.any(FakeTask::isWorker).orElseThrow());
      fakeJob.until(now -> now.phase() == phase || now.phase() == JobPhase.ASSIGNING);
    }
    Pause pause = pause();
    assertThat(begin(pause)).isEqualTo(lastStep);
    assertThat(pause.attempts()).isGreaterThan(RECONFIGURATIONS.size());
  }

  @Test
  void aPlannedPauseBeginsWhenTheFirstWorkerHaltsEvenIfAnotherDies() {
    fakeJob.join(Role.WORKER);
    fakeJob.until(now -> now.phase() == JobPhase.COLLECTING);
    long state = fakeJob.now;
    fakeJob.trains = false;
    pass(Duration.ofMillis(5));
    fakeJob.kill(fakeJob.any(FakeTask::isWorker).orElseThrow());
    Pause pause = pause();
    assertThat(pause.cause()).isEqualTo(Cause.CHANGE);
    assertThat(begin(pause)).isLessThan(state);
    assertThat(pause.attempts()).isGreaterThan(1);
  }

  @Test
  void aPlannedPauseExcludesTheStepsThatWereStillMade() {
    fakeJob.join(Role.WORKER);
    fakeJob.until(now -> now.phase() == JobPhase.COLLECTING);
    long lastStep = fakeJob.pauses.progressAt();
    Pause pause = pause();
    assertThat(begin(pause)).isGreaterThanOrEqualTo(lastStep);
    assertThat(pause.haltNanos()).isPositive();
  }

  @Test
  void aNewMasterCountsFromTheLastStep() {
    fakeJob.trains = false;
    long lastStep = fakeJob.pauses.progressAt();
    pass(Duration.ofMillis(100));
    fakeJob.killMaster();
    assertThat(begin(pause())).isEqualTo(lastStep);
  }

  @Test
  void theTimeWithoutAnyWorkerBelongsToThePause() {
    fakeJob.trains = false;
    pass(Duration.ofMillis(300)); // all steps are reported
    long lastStep = fakeJob.pauses.progressAt();
    fakeJob.tasksThat(FakeTask::isWorker).forEach(fakeJob::kill);
    fakeJob.until(now -> now.phase() == JobPhase.GATHERING);
    pass(Duration.ofMillis(700));
    fakeJob.join(Role.WORKER);
    Pause pause = pause();
    assertThat(pause.nanos()).isGreaterThan(Duration.ofSeconds(1).toNanos());
    assertThat(begin(pause)).isBetween(lastStep, lastStep + Duration.ofMillis(300).toNanos());
  }

  @Test
  void theTimeInWhichTheMasterWasSuspendedBelongsToThePause() {
    fakeJob.join(Role.WORKER);
    fakeJob.until(now -> now.phase() == JobPhase.COLLECTING);
    long state = fakeJob.now;
    fakeJob.stopped = Duration.ofSeconds(3).toNanos();
    fakeJob.now += fakeJob.stopped;
    assertThat(begin(pause())).isLessThanOrEqualTo(state);
  }

  @Test
  void theTimeInWhichTheMasterWasSuspendedBelongsToThePauseWithoutAnyWorker() {
    fakeJob.tasksThat(FakeTask::isWorker).forEach(fakeJob::kill);
    fakeJob.until(now -> now.phase() == JobPhase.GATHERING);
    fakeJob.stopped = Duration.ofSeconds(3).toNanos();
    fakeJob.now += fakeJob.stopped;
    fakeJob.join(Role.WORKER);
    assertThat(pause().nanos()).isGreaterThan(Duration.ofSeconds(3).toNanos());
  }

  @Test
  void pausesDoNotOverlap() {
    for (int death = 0; death < 5; death++) {
      fakeJob.until(now -> now.tasksThat(one -> one.isWorker() && one.running).size() == 3);
      fakeJob.kill(any(Role.WORKER));
      fakeJob.join(Role.WORKER);
      pause();
    }
    LongStream all = fakeJob.pauses.all().stream().mapToLong(Pause::nanos);
    assertThat(all.sum()).isLessThan(fakeJob.now);
  }
}
