package dev.ductile.runtime.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.membership.Role;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pause is all the time in which no worker made progress, whatever a regroup went through. */
@Timeout(60)
final class PauseTest {
  private static final Set<JobPhase> REGROUPS =
      EnumSet.of(JobPhase.HALTING, JobPhase.COLLECTING, JobPhase.LOADING, JobPhase.ASSIGNING);

  private final World world = new World(JobCoordinatorTest.job(2, 1_000_000), 1);

  @BeforeEach
  void trains() {
    world.disks.fail = false;
    for (int i = 0; i < 3; i++) {
      world.join(Role.SERVER);
      world.join(Role.WORKER);
    }
    world.until(now -> now.phase() == JobPhase.RUNNING && now.steps() > 20);
  }

  private Puppet any(Role role) {
    return world.any(one -> one.member().role() == role && one.running).orElseThrow();
  }

  /** The pause of the regroup that is under way, or comes next. */
  private Pause pause() {
    int before = world.pauses.all().size();
    world.until(now -> now.pauses.all().size() > before);
    return world.pauses.all().getLast();
  }

  private long begin(Pause pause) {
    return world.now - pause.nanos();
  }

  private void pass(Duration time) {
    long until = world.now + time.toNanos();
    world.until(now -> now.now >= until);
  }

  @Test
  void aPauseAfterADeathBeginsWithTheLastStepThatEnded() {
    world.trains = false;
    long lastStep = world.pauses.progressAt();
    pass(Duration.ofMillis(219));
    world.kill(any(Role.SERVER));
    Pause pause = pause();
    assertThat(begin(pause)).isEqualTo(lastStep);
    assertThat(pause.cause()).isEqualTo(Cause.LOSS);
    assertThat(pause.detectNanos()).isGreaterThan(Duration.ofMillis(219).toNanos());
  }

  @Test
  void attemptsThatAreGivenUpBelongToThePause() {
    world.trains = false;
    long lastStep = world.pauses.progressAt();
    for (JobPhase phase : REGROUPS) {
      world.join(Role.WORKER);
      world.kill(world.any(Puppet::isWorker).orElseThrow());
      world.until(now -> now.phase() == phase || now.phase() == JobPhase.ASSIGNING);
    }
    Pause pause = pause();
    assertThat(begin(pause)).isEqualTo(lastStep);
    assertThat(pause.attempts()).isGreaterThan(REGROUPS.size());
  }

  @Test
  void aPlannedPauseBeginsWhenTheFirstWorkerStandsThoughAnotherDiesInIt() {
    world.join(Role.WORKER);
    world.until(now -> now.phase() == JobPhase.COLLECTING);
    long standing = world.now;
    world.trains = false;
    pass(Duration.ofMillis(5));
    world.kill(world.any(Puppet::isWorker).orElseThrow());
    Pause pause = pause();
    assertThat(pause.cause()).isEqualTo(Cause.CHANGE);
    assertThat(begin(pause)).isLessThan(standing);
    assertThat(pause.attempts()).isGreaterThan(1);
  }

  @Test
  void aPlannedPauseHasNothingOfTheStepsThatWereStillMade() {
    world.join(Role.WORKER);
    world.until(now -> now.phase() == JobPhase.COLLECTING);
    long lastStep = world.pauses.progressAt();
    Pause pause = pause();
    assertThat(begin(pause)).isGreaterThanOrEqualTo(lastStep);
    assertThat(pause.haltNanos()).isPositive();
  }

  @Test
  void aNewMasterCountsFromTheLastStepToo() {
    world.trains = false;
    long lastStep = world.pauses.progressAt();
    pass(Duration.ofMillis(100));
    world.killMaster();
    assertThat(begin(pause())).isEqualTo(lastStep);
  }

  @Test
  void theTimeWithoutAnyWorkerBelongsToThePause() {
    world.trains = false;
    pass(Duration.ofMillis(300)); // all steps are reported
    long lastStep = world.pauses.progressAt();
    world.those(Puppet::isWorker).forEach(world::kill);
    world.until(now -> now.phase() == JobPhase.GATHERING);
    pass(Duration.ofMillis(700));
    world.join(Role.WORKER);
    Pause pause = pause();
    assertThat(pause.nanos()).isGreaterThan(Duration.ofSeconds(1).toNanos());
    assertThat(begin(pause)).isBetween(lastStep, lastStep + Duration.ofMillis(300).toNanos());
  }

  @Test
  void theTimeInWhichTheMasterWasStoppedBelongsToThePause() {
    world.join(Role.WORKER);
    world.until(now -> now.phase() == JobPhase.COLLECTING);
    long standing = world.now;
    world.stopped = Duration.ofSeconds(3).toNanos();
    world.now += world.stopped;
    assertThat(begin(pause())).isLessThanOrEqualTo(standing);
  }

  @Test
  void soDoesItWhereNoWorkerIsLeftThatKnowsWhenItsLastStepEnded() {
    world.those(Puppet::isWorker).forEach(world::kill);
    world.until(now -> now.phase() == JobPhase.GATHERING);
    world.stopped = Duration.ofSeconds(3).toNanos();
    world.now += world.stopped;
    world.join(Role.WORKER);
    assertThat(pause().nanos()).isGreaterThan(Duration.ofSeconds(3).toNanos());
  }

  @Test
  void pausesDoNotOverlap() {
    for (int death = 0; death < 5; death++) {
      world.until(now -> now.those(one -> one.isWorker() && one.running).size() == 3);
      world.kill(any(Role.WORKER));
      world.join(Role.WORKER);
      pause();
    }
    LongStream all = world.pauses.all().stream().mapToLong(Pause::nanos);
    assertThat(all.sum()).isLessThan(world.now);
  }
}
