package dev.ductile.runtime.stage;

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
final class StageTest {
  private static final int SEEDS = 2 * Integer.getInteger("ductile.seedFactor", 1);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Steps of a job behind the last fault, in which its effects would show. */
  private static final int REST = 25;

  @TempDir Path folder;

  @Test
  void learnsWhatOneProcessLearns() throws Exception {
    TrainingJob job = Jobs.sparse(2, 2, 2, 30);
    try (var stage = new JobThreads(job, folder).begin()) {
      assertThat(stage.await(Duration.ofSeconds(20))).isZero();
      isAsAlone(job, stage);
      assertThat(stage.exitCode("worker-1")).isZero();
      assertThat(stage.exitCode("server-0")).isZero();
    }
  }

  @Test
  void staysTheSameWhoeverComesAndGoes() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = Jobs.sparse(2, 2, 1 + seed % 2, Jobs.ENDLESS);
      Path own = Files.createDirectory(folder.resolve("seed-" + seed));
      try (var stage = new JobThreads(job, own).begin()) {
        new Traffic(stage, seed, job.size()).run(20, 20);
        stage.stopAfter(REST, PATIENCE);
        assertThat(stage.audience().unsure(job.batch().examples())).isEmpty();
        isAsAlone(job, stage);
      }
    }
  }

  @Test
  void losesNothingWhenAnybodyIsKilled() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = Jobs.sparse(3, 3, 2, Jobs.ENDLESS);
      Path own = Files.createDirectory(folder.resolve("killed-" + seed));
      try (var stage = new JobThreads(job, own).begin()) {
        new PlannedFaults(stage, seed, job.size()).run(10, 40);
        stage.stopAfter(REST, PATIENCE);
        isAsAlone(job, stage);
      }
    }
  }

  @Test
  void learnsTheSameWhoeverDiesAndWhenever() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = Jobs.saved(Jobs.sparse(3, 3, 2, Jobs.ENDLESS), 100);
      Path own = Files.createDirectory(folder.resolve("dead-" + seed));
      try (var stage = new JobThreads(job, own).begin()) {
        int code = new FaultStorm(stage, seed, job.size()).run(10, REST, PATIENCE);
        assertThat(code).as("seed %d\n%s", seed, stage.audience()).isEqualTo(143);
        isAsAlone(job, stage);
      }
    }
  }

  @Test
  void goesOnWhenItsMasterIsKilled() throws Exception {
    TrainingJob job = Jobs.sparse(3, 2, 2, 600);
    try (var stage = new JobThreads(job, folder).begin()) {
      for (int death = 1; death <= 4; death++) {
        stage.audience().awaitStep(50L * death);
        int before = stage.audience().reconfigurations();
        stage.killMaster();
        stage.audience().awaitWhole(3, 2, before);
      }
      assertThat(stage.await(PATIENCE)).isZero();
      isAsAlone(job, stage);
    }
  }

  /** Every attempt counts, and the first waits for the dead server to come back. */
  @Test
  void aPauseAfterADeathHasTheMastersPatienceInIt() throws Exception {
    TrainingJob job = Jobs.sparse(3, 2, 2, Jobs.ENDLESS);
    try (var stage = new JobThreads(job, folder).begin()) {
      stage.audience().awaitStep(100);
      int before = stage.audience().reconfigurations();
      stage.kill("server-1");
      stage.audience().awaitWhole(3, 1, before);
      Pause pause = stage.audience().pauses().get(before);
      assertThat(pause.nanos()).as("%s", pause).isGreaterThan(150_000_000L);
      stage.stopAfter(REST, PATIENCE);
      isAsAlone(job, stage);
    }
  }

  @Test
  void whoLeavesWhileTheMasterIsAwayLeaves() throws Exception {
    TrainingJob job = Jobs.sparse(3, 3, 2, Jobs.ENDLESS);
    try (var stage = new JobThreads(job, folder).begin()) {
      stage.audience().awaitStep(100);
      stage.killMaster(List.of("worker-2", "server-2"));

      assertThat(stage.exitCode("worker-2")).isEqualTo(143);
      assertThat(stage.exitCode("server-2")).isEqualTo(143);
      stage.stopAfter(REST, PATIENCE);
      isAsAlone(job, stage);
    }
  }

  @Test
  void goesBackToItsCheckpointWhenTheOnlyCopyIsKilled() throws Exception {
    TrainingJob job = Jobs.saved(Jobs.sparse(2, 2, 1, Jobs.ENDLESS), 50);
    try (var stage = new JobThreads(job, folder).begin()) {
      for (int death = 1; death <= 3; death++) {
        stage.audience().awaitStep(120L * death);
        int before = stage.audience().reconfigurations();
        stage.kill("server-1");
        stage.add(Role.SERVER, "server-1");
        stage.audience().awaitWhole(2, 2, before);
      }
      stage.stopAfter(REST, PATIENCE);
      isAsAlone(job, stage);
    }
  }

  @Test
  void stopsWithACheckpointAndGoesOnFromIt() throws Exception {
    TrainingJob job = Jobs.sparse(2, 2, 1, 600);
    try (var stage = new JobThreads(job, folder).begin()) {
      stage.stopAfter(50, PATIENCE);
      assertThat(stage.exitCode("worker-0")).isEqualTo(143);
    }
    try (var stage = new JobThreads(job, folder).begin()) {
      assertThat(stage.await(PATIENCE)).isZero();
      assertThat(stage.audience().loss(0)).isNaN();
      isAsAlone(job, stage);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Synchrony.Kind.class,
      names = {"A_BSP", "SSP", "ASP"})
  void readsEachExampleOnceInAnEpochAtAnyPace(Synchrony.Kind kind) throws Exception {
    var synchrony = new Synchrony(kind, kind == Synchrony.Kind.SSP ? 3 : 0);
    TrainingJob job = Jobs.paced(Jobs.sparse(3, 2, 2, 1), synchrony, 20);
    try (var stage = new JobThreads(job, folder).begin()) {
      new Traffic(stage, 3, job.size()).run(6, 40);
      assertThat(stage.await(Duration.ofSeconds(40))).isZero();
      var found = new Checkpoints(stage.checkpoints(), 1, _ -> {}).newest().orElseThrow();
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
  void learnsFromEachExampleOnceInAnEpochWhoeverIsKilled(Synchrony.Kind kind) throws Exception {
    int batch = 20;
    boolean paced = kind == Synchrony.Kind.ASP || kind == Synchrony.Kind.SSP;
    var craft = new CountingModel(Collections.nCopies(6, 3 * batch), true);
    var synchrony = new Synchrony(kind, kind == Synchrony.Kind.SSP ? 3 : 0);
    var perWorker = new BatchSpec(batch, true, BatchSpec.RateRule.NONE);
    TrainingJob job = Jobs.sized(craft.job(synchrony, perWorker, 100_000), paced ? 3 : 1, 3, 2);
    for (int seed = 0; seed < SEEDS; seed++) {
      Path own = Files.createDirectory(folder.resolve("counted-" + seed));
      try (var stage = new JobThreads(job, own, craft).begin()) {
        new PlannedFaults(stage, seed, job.size()).run(6, 30);
        stage.stopAfter(REST, PATIENCE);
        float[] learnt =
            TrainedParameters.of(craft.model(job), stage.checkpoints()).tensors().getFirst();
        var found = new Checkpoints(stage.checkpoints(), 1, _ -> {}).newest().orElseThrow();
        for (Cursor cursor : found.index().cursors()) {
          isLearntInTurn(cursor, learnt, batch, "seed %d\n%s".formatted(seed, stage.audience()));
        }
      }
    }
  }

  /** No example of a split is more than one epoch ahead of another, and the sum is the cursor. */
  private static void isLearntInTurn(Cursor cursor, float[] learnt, int batch, String context) {
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
   * The loss of each step is that of one process, except where a killed worker had not reported its
   * examples.
   */
  private void isAsAlone(TrainingJob job, JobThreads stage) throws Exception {
    TrainedParameters outcome = TrainedParameters.of(job, stage.checkpoints());
    assertThat(outcome.step()).isEqualTo(stage.lastStep());
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    for (long step = 0; step < outcome.step(); step++) {
      double loss = alone.advance();
      if (stage.audience().examples(step) == job.batch().examples()) {
        assertThat(stage.audience().loss(step))
            .as("step %d\n%s", step, stage.audience())
            .isCloseTo(loss, within(1e-5));
      }
    }
    assertThat(outcome.distance(alone)).as("%s", stage.audience()).isLessThan(1e-5);
  }
}
