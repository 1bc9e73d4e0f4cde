package dev.ductile.runtime.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.ValidationSpec;
import dev.ductile.runtime.membership.Role;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checkpoints are evaluated while the job trains, and the last one before it ends. */
@Timeout(60)
final class ValidatingTest {
  private static final long STEPS = 60;

  private final World world =
      new World(JobCoordinatorTest.job(2, STEPS).withValidation(new ValidationSpec.Share(0.1)), 1);

  @BeforeEach
  void joins() {
    world.disks.fail = false;
    for (int i = 0; i < 2; i++) {
      world.join(Role.SERVER);
      world.join(Role.WORKER);
    }
  }

  @Test
  void everyCheckpointIsEvaluatedWhereThatIsQuick() {
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(0);
    assertThat(world.evaluations.steps).isEqualTo(world.sealed).endsWith(STEPS);
  }

  @Test
  void aSlowEvaluationDelaysNoStepAndTheNewestIsNext() {
    world.evaluations.answers = false;
    world.until(now -> now.phase() == JobPhase.VALIDATING);
    assertThat(world.sealed).hasSizeGreaterThan(3).endsWith(STEPS);
    assertThat(world.evaluations.steps).isEmpty();
    world.evaluations.answers = true;
    world.until(now -> now.end().isPresent());
    assertThat(world.evaluations.steps).containsExactly(STEPS);
  }

  @Test
  void theLastEvaluationIsAwaitedThroughADeathAndAMastersDeath() {
    world.evaluations.answers = false;
    world.until(now -> now.phase() == JobPhase.VALIDATING);
    world.kill(world.those(Puppet::isWorker).getFirst());
    assertThat(world.phase()).isNotEqualTo(JobPhase.VALIDATING);
    world.until(now -> now.phase() == JobPhase.VALIDATING);
    world.killMaster();
    world.until(now -> now.phase() == JobPhase.VALIDATING);
    assertThat(world.end()).isEmpty();
    world.evaluations.answers = true;
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(0);
    assertThat(world.evaluations.steps).containsExactly(STEPS);
  }

  @Test
  void anEvaluationThatNeverEndsIsLeftOut() {
    world.evaluations.answers = false;
    world.until(now -> now.phase() == JobPhase.VALIDATING);
    long before = world.now;
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(0);
    assertThat(world.now - before)
        .isBetween(Duration.ofMinutes(2).toNanos(), Duration.ofMinutes(3).toNanos());
  }

  @Test
  void aJobThatIsAskedToStopWaitsForNoEvaluation() {
    world.evaluations.answers = false;
    world.until(now -> now.steps() > 20);
    world.stop();
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(JobCoordinator.STOPPED);
  }

  @Test
  void badExamplesEndTheJobForGoodAndTheirLineIsTheLastWord() {
    world.evaluations.answers = false;
    world.until(now -> now.steps() > 20);
    world.failEvaluation(true);
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(JobCoordinator.UNRECOVERABLE);
    assertThat(world.endingWhy).isEqualTo("test.csv, line 2: label 7");
    assertThat(world.newest()).isPresent();
  }

  @Test
  void aFailedEvaluationIsNotTheEnd() {
    world.evaluations.answers = false;
    world.until(now -> now.steps() > 20);
    world.failEvaluation(false);
    world.evaluations.answers = true;
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(0);
    assertThat(world.evaluations.steps).endsWith(STEPS);
  }
}
