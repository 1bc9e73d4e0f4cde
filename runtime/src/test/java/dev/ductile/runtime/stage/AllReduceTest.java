package dev.ductile.runtime.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.training.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs without servers end with the parameters of one process, whatever tasks join and leave. */
@Tag("socket")
@Timeout(60)
class AllReduceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int SEEDS = 2 * Integer.getInteger("ductile.seedFactor", 1);

  /** Steps of a job behind the last fault, in which its effects would show. */
  private static final int REST = 25;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void learnsWhatOneProcessLearns(int workers) throws Exception {
    TrainingJob job = Jobs.dense(workers, OptimizerSpec.Kind.MOMENTUM, 40);
    try (var stage = new JobThreads(job, folder).begin()) {
      assertThat(stage.await(PATIENCE)).isZero();
      isAsAlone(job, stage);
    }
  }

  @Test
  void learnsRowsThatFewExamplesTouch() throws Exception {
    TrainingJob job = Jobs.sparse(3, 0, 1, 30);
    assertThat(Models.of(job).tensors()).anyMatch(Tensor::keyed);
    try (var stage = new JobThreads(job, folder).begin()) {
      assertThat(stage.await(PATIENCE)).isZero();
      isAsAlone(job, stage);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, false", "2, false", "3, false", "4, true"})
  void learnsTheSameWhileWorkersComeAndGo(long seed, boolean keyed) throws Exception {
    TrainingJob job =
        keyed
            ? Jobs.sparse(2, 0, 1, Jobs.ENDLESS)
            : Jobs.dense(2, OptimizerSpec.Kind.MOMENTUM, Jobs.ENDLESS);
    try (var stage = new JobThreads(job, folder).begin()) {
      var random = new Random(seed);
      var names = new ArrayList<>(List.of("worker-0", "worker-1"));
      for (int change = 0; change < 6; change++) {
        stage.audience().awaitStep(1 + change * 30L);
        if (names.size() == 1 || (names.size() < 6 && random.nextBoolean())) {
          String name = "worker-" + (2 + change);
          names.add(name);
          stage.add(Role.WORKER, name);
          stage.audience().awaitArrival(name);
        } else {
          stage.leave(names.remove(random.nextInt(names.size())));
        }
      }
      stage.stopAfter(REST, PATIENCE);
      isAsAlone(job, stage);
    }
  }

  @Test
  void whoLeavesHasToldAllAndEndsAsWhoIsStopped() throws Exception {
    TrainingJob job = Jobs.dense(3, OptimizerSpec.Kind.MOMENTUM, Jobs.ENDLESS);
    try (var stage = new JobThreads(job, folder).begin()) {
      for (String name : List.of("worker-0", "worker-2")) {
        stage.audience().awaitStep("worker-0".equals(name) ? 30 : 90);
        stage.leave(name);
        assertThat(stage.exitCode(name)).as("%s", stage.audience()).isEqualTo(143);
      }
      stage.stopAfter(REST, PATIENCE);
      assertThat(stage.audience().toString()).doesNotContain("invalid frame");
      isAsAlone(job, stage);
    }
  }

  @Test
  void goesBackToItsCheckpointWhenEverybodyDies() throws Exception {
    TrainingJob job = Jobs.saved(Jobs.dense(3, OptimizerSpec.Kind.MOMENTUM, Jobs.ENDLESS), 50);
    try (var stage = new JobThreads(job, folder).begin()) {
      stage.audience().awaitStep(200);
      stage.audience().await(status -> status.checkpoint().orElse(0) > 0);
      assertThat(new Checkpoints(stage.checkpoints(), 2, _ -> {}).newest())
          .as("%s", stage.audience())
          .hasValueSatisfying(found -> assertThat(found.index().step()).isPositive());
      for (int i = 0; i < 3; i++) {
        stage.kill("worker-" + i);
      }
      for (int i = 0; i < 3; i++) {
        stage.add(Role.WORKER, "worker-" + i);
      }
      stage.stopAfter(REST, PATIENCE);
      isWhatOneHasLearnt(job, stage);
    }
  }

  @Test
  void newcomerThatIsCutOffFromItsTeacherIsTaughtAgain() throws Exception {
    TrainingJob job = Jobs.dense(2, OptimizerSpec.Kind.MOMENTUM, Jobs.ENDLESS);
    try (var stage = new JobThreads(job, folder).begin()) {
      stage.audience().awaitStep(20);
      stage.cutFirst(FrameKind.SNAPSHOT);
      stage.add(Role.WORKER, "worker-2");
      stage.audience().awaitWhole(3, 0, 1);
      stage.head().stop();
      assertThat(stage.await(PATIENCE)).as("%s", stage.audience()).isEqualTo(143);
      assertThat(stage.audience().toString()).contains("suspects worker-2");
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void learnsTheSameThoughWorkersDie(long seed) throws Exception {
    TrainingJob job = Jobs.dense(4, OptimizerSpec.Kind.MOMENTUM, Jobs.ENDLESS);
    try (var stage = new JobThreads(job, folder).begin()) {
      var random = new Random(seed);
      for (int death = 0; death < 3; death++) {
        stage.audience().awaitStep(10 + death * 50L + random.nextInt(20));
        String name = "worker-" + random.nextInt(4);
        stage.kill(name);
        stage.add(Role.WORKER, name);
      }
      stage.stopAfter(REST, PATIENCE);
      isWhatOneHasLearnt(job, stage);
    }
  }

  @Test
  void learnsTheSameWhoeverDiesAndWhenever() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = Jobs.saved(Jobs.dense(3, OptimizerSpec.Kind.MOMENTUM, Jobs.ENDLESS), 60);
      Path own = Files.createDirectory(folder.resolve("dead-" + seed));
      try (var stage = new JobThreads(job, own).begin()) {
        int code = new FaultStorm(stage, seed, job.size()).run(8, REST, PATIENCE);
        assertThat(code).as("seed %d\n%s", seed, stage.audience()).isEqualTo(143);
        isWhatOneHasLearnt(job, stage);
      }
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, SEEDS);
  }

  private void isAsAlone(TrainingJob job, JobThreads stage) throws Exception {
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    for (long step = 0; step < stage.lastStep(); step++) {
      assertThat(stage.audience().loss(step))
          .as("step %d\n%s", step, stage.audience())
          .isCloseTo(alone.advance(), within(1e-5));
    }
    isWhatOneHasLearnt(alone, job, stage);
  }

  private void isWhatOneHasLearnt(TrainingJob job, JobThreads stage) throws IOException {
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    while (alone.step() < stage.lastStep()) {
      alone.advance();
    }
    isWhatOneHasLearnt(alone, job, stage);
  }

  private static void isWhatOneHasLearnt(Reference alone, TrainingJob job, JobThreads stage)
      throws IOException {
    var outcome = TrainedParameters.of(job, stage.checkpoints());
    assertThat(outcome.step()).isEqualTo(alone.step());
    assertThat(outcome.distance(alone)).as("%s", stage.audience()).isLessThan(1e-5);
  }
}
