package dev.ductile.runtime.master.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.CheckpointSpec;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.FaultSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.job.StopRule;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.protocol.MasterMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After any events in any order, a generation begins with all numbers at one step. */
@Timeout(60)
final class JobCoordinatorTest {
  private static final int HISTORIES = 60 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int MOMENTS = 6_000;
  private static final long STEPS = 60;

  private static TrainingJob job(int replication) {
    return job(replication, STEPS);
  }

  static TrainingJob job(int replication, long steps) {
    return new TrainingJob(
        "job",
        new ModelSpec(ModelSpec.Kind.LOGISTIC, 2, List.of(), 0, 0, 1, true),
        new DataSpec(new DataSpec.Source.Generated("a9a", 80), 10, 8, true),
        OptimizerSpec.of(OptimizerSpec.Kind.SGD, 0.1),
        Synchrony.BSP,
        new BatchSpec(8, false, BatchSpec.RateRule.NONE),
        new StopRule(Optional.empty(), Optional.of(steps), Optional.empty()),
        new SizeSpec(2, 2, replication),
        new CheckpointSpec(Optional.empty(), Optional.of(7L), 2),
        new FaultSpec(Duration.ofSeconds(1), Duration.ofMillis(500), 0),
        1);
  }

  @Tag("seeds")
  @Test
  void aJobEndsAfterAnySequenceOfEvents() {
    for (int seed = 0; seed < HISTORIES; seed++) {
      var random = new Random(seed);
      var fakeJob = new FakeJob(job(1 + random.nextInt(3)), seed);
      try {
        begin(fakeJob);
        for (int moment = 0; moment < MOMENTS && fakeJob.end().isEmpty(); moment++) {
          if (random.nextInt(150) == 0) {
            disturb(fakeJob, random);
          }
          fakeJob.moment();
        }
        calmDown(fakeJob);
      } catch (RuntimeException e) {
        throw new AssertionError("seed %d: %s%n%s".formatted(seed, e, fakeJob), e);
      }
      assertThat(fakeJob.end()).as("seed %d%n%s", seed, fakeJob).hasValue(0);
    }
  }

  /** At each multiple of seven steps, or at least once between two of them. */
  @Test
  void checkpointsAreSavedAtTheRequestedSteps() {
    for (int seed = 0; seed < 10; seed++) {
      var fakeJob = new FakeJob(job(2, 300), seed);
      fakeJob.disks.fail = false;
      fakeJob.tellsTimes = true;
      begin(fakeJob);
      calmDown(fakeJob);
      List<Long> exact = LongStream.rangeClosed(1, 42).map(each -> 7 * each).boxed().toList();
      assertThat(fakeJob.sealed)
          .as("seed %d", seed)
          .startsWith(7L)
          .containsAll(exact)
          .endsWith(300L);
    }
  }

  /**
   * A save that a reconfiguration interrupts is repeated, even after two interruptions in a row.
   */
  @Tag("seeds")
  @Test
  void checkpointsAreSavedAsOftenIfMastersAndServersDie() {
    for (int seed = 0; seed < 10; seed++) {
      var random = new Random(seed);
      var fakeJob = new FakeJob(job(1, 300), seed);
      fakeJob.disks.fail = false;
      fakeJob.tellsTimes = true;
      begin(fakeJob);
      for (int moment = 0; moment < 10 * MOMENTS && fakeJob.end().isEmpty(); moment++) {
        if (random.nextInt(500) == 0) {
          disturb(fakeJob, random);
        }
        fakeJob.moment();
      }
      calmDown(fakeJob);
      for (int i = 1; i < fakeJob.sealed.size(); i++) {
        assertThat(fakeJob.sealed.get(i) - fakeJob.sealed.get(i - 1))
            .as("seed %d: %s%n%s", seed, fakeJob.sealed, fakeJob)
            .isLessThanOrEqualTo(21);
      }
    }
  }

  @Test
  void aBrokenWorkerIsReplacedWhileTheJobContinues() {
    for (int seed = 0; seed < 10; seed++) {
      var fakeJob = new FakeJob(job(2), seed);
      begin(fakeJob);
      for (int moment = 0; moment < MOMENTS && fakeJob.steps() < 10; moment++) {
        fakeJob.moment();
      }
      fakeJob
          .any(FakeTask::isWorker)
          .ifPresent(one -> fakeJob.breaks(one, MasterMessage.Fault.DISK, "no space left"));
      calmDown(fakeJob);
      assertThat(fakeJob.end()).as("seed %d%n%s", seed, fakeJob).hasValue(0);
      assertThat(fakeJob.log).anyMatch(line -> line.contains("replace worker"));
    }
  }

  @ParameterizedTest
  @CsvSource({"DATA, 78", "SETTING, 78", "DISK, 78", "SOURCE, 1"})
  void aFaultBeforeTheFirstStepIsFinalUnlessTheSourceMayAnswerLater(
      MasterMessage.Fault fault, int exitCode) {
    var fakeJob = new FakeJob(job(2), 1);
    begin(fakeJob);
    fakeJob.any(FakeTask::isWorker).ifPresent(one -> fakeJob.breaks(one, fault, "the very reason"));
    calmDown(fakeJob);
    assertThat(fakeJob.end()).hasValue(exitCode);
    assertThat(fakeJob.endingWhy).isEqualTo("the very reason");
  }

  @ParameterizedTest
  @CsvSource({"true, 78", "false, 1"})
  void unreadableCheckpointsFailTheJobForGoodOnlyIfTheyAreDamaged(boolean damaged, int exitCode) {
    var fakeJob = new FakeJob(job(1, 300), 1);
    fakeJob.disks.fail = false;
    begin(fakeJob);
    fakeJob.until(_ -> !fakeJob.sealed.isEmpty());
    fakeJob.disks.unreadable = Optional.of(damaged);
    fakeJob.any(one -> !one.isWorker()).ifPresent(fakeJob::kill);
    calmDown(fakeJob);
    assertThat(fakeJob.end()).hasValue(exitCode);
    assertThat(fakeJob.endingWhy).isEqualTo("no checkpoint can be read");
  }

  /** The master itself may find a checkpoint whole that no task can load. */
  @ParameterizedTest
  @CsvSource({"true, 78", "false, 1"})
  void repeatedLoadFailuresFailTheJobForGoodOnlyIfTheCheckpointIsDamaged(
      boolean damaged, int exitCode) {
    var fakeJob = new FakeJob(job(1, 300), 1);
    fakeJob.disks.fail = false;
    begin(fakeJob);
    fakeJob.until(_ -> !fakeJob.sealed.isEmpty());
    fakeJob.disks.unloadable = Optional.of(damaged);
    fakeJob.any(one -> !one.isWorker()).ifPresent(fakeJob::kill);
    calmDown(fakeJob);
    assertThat(fakeJob.end()).hasValue(exitCode);
    assertThat(fakeJob.endingWhy).isEqualTo("the disk is gone");
  }

  @Test
  void theSuccessorOfAFailedMasterRepeatsItsReason() {
    var fakeJob = new FakeJob(job(2), 1);
    begin(fakeJob);
    fakeJob
        .any(FakeTask::isWorker)
        .ifPresent(one -> fakeJob.breaks(one, MasterMessage.Fault.DATA, "the very reason"));
    fakeJob.until(now -> now.phase() == JobPhase.STOPPING);
    fakeJob.killMaster();
    calmDown(fakeJob);
    assertThat(fakeJob.end()).hasValue(JobCoordinator.UNRECOVERABLE);
    assertThat(fakeJob.endingWhy).isEqualTo("the very reason");
  }

  private static void begin(FakeJob fakeJob) {
    for (int i = 0; i < 2; i++) {
      fakeJob.join(Role.SERVER);
      fakeJob.join(Role.WORKER);
    }
  }

  /** A task joins, leaves or is killed; at least one other task of its role stays. */
  private static void disturb(FakeJob fakeJob, Random random) {
    Role role = random.nextBoolean() ? Role.SERVER : Role.WORKER;
    List<FakeTask> those = fakeJob.tasksThat(one -> one.member().role() == role);
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        if (those.size() < 5) {
          fakeJob.join(role);
        }
      }
      case 2 -> {
        if (those.stream().filter(one -> !one.leaves && one.member().task() >= 0).count() > 1) {
          fakeJob.any(one -> those.contains(one) && !one.leaves).ifPresent(fakeJob::leave);
        }
      }
      case 3 ->
          fakeJob
              .any(those::contains)
              .ifPresent(one -> {
                fakeJob.kill(one);
                fakeJob.join(role);
              });
      case 4 -> fakeJob.any(those::contains).ifPresent(fakeJob::cut);
      default -> fakeJob.killMaster();
    }
  }

  private static void calmDown(FakeJob fakeJob) {
    for (int moment = 0; moment < 100_000 && fakeJob.end().isEmpty(); moment++) {
      fakeJob.moment();
    }
  }
}
