package dev.ductile.runtime.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.master.report.Pause;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.TaskState.Cursor;
import dev.ductile.runtime.training.Reference;
import dev.ductile.runtime.worker.CountingModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("socket")
@Timeout(60)
final class ServerJobTest {
  private static final int SEEDS = 2 * Integer.getInteger("ductile.seedFactor", 1);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Steps of a job behind the last fault, in which its effects would show. */
  private static final int REST = 25;

  @TempDir Path folder;

  @Test
  void parametersAreThoseOfOneProcess() throws Exception {
    TrainingJob job = SmallJobs.sparse(2, 2, 2, 30);
    try (var threads = new JobThreads(job, folder).begin()) {
      assertThat(threads.await(Duration.ofSeconds(20))).isZero();
      assertEqualsOneProcess(job, threads);
      assertThat(threads.exitCode("worker-1")).isZero();
      assertThat(threads.exitCode("server-0")).isZero();
    }
  }

  @Test
  void parametersAreTheSameIfTasksJoinAndLeave() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = SmallJobs.sparse(2, 2, 1 + seed % 2, SmallJobs.ENDLESS);
      Path own = Files.createDirectory(folder.resolve("seed-" + seed));
      try (var threads = new JobThreads(job, own).begin()) {
        new RandomRescaling(threads, seed, job.size()).run(20, 20);
        threads.stopAfter(REST, PATIENCE);
        assertThat(threads.listener().incomplete(job.batch().examples())).isEmpty();
        assertEqualsOneProcess(job, threads);
      }
    }
  }

  @Test
  void noStepIsLostIfAnyTaskIsKilled() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = SmallJobs.sparse(3, 3, 2, SmallJobs.ENDLESS);
      Path own = Files.createDirectory(folder.resolve("killed-" + seed));
      try (var threads = new JobThreads(job, own).begin()) {
        new RandomKills(threads, seed, job.size()).run(10, 40);
        threads.stopAfter(REST, PATIENCE);
        assertEqualsOneProcess(job, threads);
      }
    }
  }

  @Test
  void parametersAreTheSameIfAnyTaskDiesAtAnyTime() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = SmallJobs.saved(SmallJobs.sparse(3, 3, 2, SmallJobs.ENDLESS), 100);
      Path own = Files.createDirectory(folder.resolve("dead-" + seed));
      try (var threads = new JobThreads(job, own).begin()) {
        int code = new FaultStorm(threads, seed, job.size()).run(10, REST, PATIENCE);
        assertThat(code).as("seed %d\n%s", seed, threads.listener()).isEqualTo(143);
        assertEqualsOneProcess(job, threads);
      }
    }
  }

  @Test
  void aJobContinuesAfterTheDeathOfItsMaster() throws Exception {
    TrainingJob job = SmallJobs.sparse(3, 2, 2, 600);
    try (var threads = new JobThreads(job, folder).begin()) {
      for (int death = 1; death <= 4; death++) {
        threads.listener().awaitStep(50L * death);
        int before = threads.listener().reconfigurations();
        threads.killMaster();
        threads.listener().awaitMembers(3, 2, before);
      }
      assertThat(threads.await(PATIENCE)).isZero();
      assertEqualsOneProcess(job, threads);
    }
  }

  /** Every attempt counts, and the first waits for the dead server to return. */
  @Test
  void aPauseAfterADeathIncludesTheTimeoutOfTheMaster() throws Exception {
    TrainingJob job = SmallJobs.sparse(3, 2, 2, SmallJobs.ENDLESS);
    try (var threads = new JobThreads(job, folder).begin()) {
      threads.listener().awaitStep(100);
      int before = threads.listener().reconfigurations();
      threads.kill("server-1");
      threads.listener().awaitMembers(3, 1, before);
      Pause pause = threads.listener().pauses().get(before);
      assertThat(pause.nanos()).as("%s", pause).isGreaterThan(150_000_000L);
      threads.stopAfter(REST, PATIENCE);
      assertEqualsOneProcess(job, threads);
    }
  }

  @Test
  void aTaskCanLeaveWhileTheMasterIsDown() throws Exception {
    TrainingJob job = SmallJobs.sparse(3, 3, 2, SmallJobs.ENDLESS);
    try (var threads = new JobThreads(job, folder).begin()) {
      threads.listener().awaitStep(100);
      threads.killMaster(List.of("worker-2", "server-2"));

      assertThat(threads.exitCode("worker-2")).isEqualTo(143);
      assertThat(threads.exitCode("server-2")).isEqualTo(143);
      threads.stopAfter(REST, PATIENCE);
      assertEqualsOneProcess(job, threads);
    }
  }

  @Test
  void aJobThatLosesItsOnlyReplicaReturnsToItsCheckpoint() throws Exception {
    TrainingJob job = SmallJobs.saved(SmallJobs.sparse(2, 2, 1, SmallJobs.ENDLESS), 50);
    try (var threads = new JobThreads(job, folder).begin()) {
      for (int death = 1; death <= 3; death++) {
        threads.listener().awaitStep(120L * death);
        int before = threads.listener().reconfigurations();
        threads.kill("server-1");
        threads.add(Role.SERVER, "server-1");
        threads.listener().awaitMembers(2, 2, before);
      }
      threads.stopAfter(REST, PATIENCE);
      assertEqualsOneProcess(job, threads);
    }
  }

  @Test
  void aStoppedJobContinuesFromItsCheckpoint() throws Exception {
    TrainingJob job = SmallJobs.sparse(2, 2, 1, 600);
    try (var threads = new JobThreads(job, folder).begin()) {
      threads.stopAfter(50, PATIENCE);
      assertThat(threads.exitCode("worker-0")).isEqualTo(143);
    }
    try (var threads = new JobThreads(job, folder).begin()) {
      assertThat(threads.await(PATIENCE)).isZero();
      assertThat(threads.listener().loss(0)).isNaN();
      assertEqualsOneProcess(job, threads);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Synchrony.Kind.class,
      names = {"A_BSP", "SSP", "ASP"})
  void eachExampleIsUsedOncePerEpochAtAnySynchrony(Synchrony.Kind kind) throws Exception {
    var synchrony = new Synchrony(kind, kind == Synchrony.Kind.SSP ? 3 : 0);
    TrainingJob job = SmallJobs.paced(SmallJobs.sparse(3, 2, 2, 1), synchrony, 20);
    try (var threads = new JobThreads(job, folder).begin()) {
      new RandomRescaling(threads, 3, job.size()).run(6, 40);
      assertThat(threads.await(Duration.ofSeconds(40))).isZero();
      var found = new Checkpoints(threads.checkpoints(), 1, _ -> {}).newest().orElseThrow();
      assertThat(found.index().cursors())
          .hasSize(job.data().splits())
          .allSatisfy(cursor -> assertThat(cursor.safe()).isEqualTo(20 * 50));
    }
  }

  /**
   * Each push has as many examples, so what each has moved tells how often it was learnt from: as
   * often as the cursor of its split has passed it.
   */
  @ParameterizedTest
  @EnumSource
  void eachExampleIsUsedOncePerEpochIfAnyTaskIsKilled(Synchrony.Kind kind) throws Exception {
    int batch = 20;
    boolean paced = kind == Synchrony.Kind.ASP || kind == Synchrony.Kind.SSP;
    var counting = new CountingModel(Collections.nCopies(6, 3 * batch), true);
    var synchrony = new Synchrony(kind, kind == Synchrony.Kind.SSP ? 3 : 0);
    var perWorker = new BatchSpec(batch, true, BatchSpec.RateRule.NONE);
    TrainingJob job =
        SmallJobs.sized(counting.job(synchrony, perWorker, 100_000), paced ? 3 : 1, 3, 2);
    for (int seed = 0; seed < SEEDS; seed++) {
      Path own = Files.createDirectory(folder.resolve("counted-" + seed));
      try (var threads = new JobThreads(job, own, counting).begin()) {
        new RandomKills(threads, seed, job.size()).run(6, 30);
        threads.stopAfter(REST, PATIENCE);
        float[] learnt =
            TrainedParameters.of(counting.model(job), threads.checkpoints()).tensors().getFirst();
        var found = new Checkpoints(threads.checkpoints(), 1, _ -> {}).newest().orElseThrow();
        for (Cursor cursor : found.index().cursors()) {
          assertUsedInTurn(
              cursor, learnt, batch, "seed %d\n%s".formatted(seed, threads.listener()));
        }
      }
    }
  }

  /** No example of a split is more than one epoch ahead of another, and the sum is the cursor. */
  private static void assertUsedInTurn(Cursor cursor, float[] learnt, int batch, String context) {
    int size = 3 * batch;
    assertThat(cursor.safe()).as(context).isPositive().isEqualTo(cursor.next());
    long passed = 0;
    for (int example = cursor.split() * size; example < (cursor.split() + 1) * size; example++) {
      float times = learnt[example * CountingModel.STRIDE] * batch;
      int whole = Math.round(times);
      passed += whole;
      assertThat(times)
          .as("example %d, %s, %s", example, cursor, context)
          .isCloseTo(whole, within(1e-2f));
      assertThat((long) whole)
          .as("example %d, %s, %s", example, cursor, context)
          .isBetween(cursor.safe() / size, Math.ceilDiv(cursor.safe(), size));
    }
    assertThat(passed).as("%s, %s", cursor, context).isEqualTo(cursor.safe());
  }

  /**
   * The loss of each step is that of one process, unless a killed worker had not reported its
   * examples.
   */
  private void assertEqualsOneProcess(TrainingJob job, JobThreads threads) throws Exception {
    TrainedParameters outcome = TrainedParameters.of(job, threads.checkpoints());
    assertThat(outcome.step()).isEqualTo(threads.lastStep());
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    for (long step = 0; step < outcome.step(); step++) {
      double loss = alone.advance();
      if (threads.listener().examples(step) == job.batch().examples()) {
        assertThat(threads.listener().loss(step))
            .as("step %d\n%s", step, threads.listener())
            .isCloseTo(loss, within(1e-5));
      }
    }
    assertThat(outcome.distance(alone)).as("%s", threads.listener()).isLessThan(1e-5);
  }
}
