package dev.ductile.runtime.jobs;

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

/**
 * Jobs without servers end with the parameters of one process, in spite of tasks that join and
 * leave.
 */
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
  void parametersAreThoseOfOneProcess(int workers) throws Exception {
    TrainingJob job = SmallJobs.dense(workers, OptimizerSpec.Kind.MOMENTUM, 40);
    try (var threads = new JobThreads(job, folder).begin()) {
      assertThat(threads.await(PATIENCE)).isZero();
      assertEqualsOneProcess(job, threads);
    }
  }

  @Test
  void rareRowsAreThoseOfOneProcess() throws Exception {
    TrainingJob job = SmallJobs.sparse(3, 0, 1, 30);
    assertThat(Models.of(job).tensors()).anyMatch(Tensor::keyed);
    try (var threads = new JobThreads(job, folder).begin()) {
      assertThat(threads.await(PATIENCE)).isZero();
      assertEqualsOneProcess(job, threads);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, false", "2, false", "3, false", "4, true"})
  void parametersAreTheSameIfWorkersJoinAndLeave(long seed, boolean keyed) throws Exception {
    TrainingJob job =
        keyed
            ? SmallJobs.sparse(2, 0, 1, SmallJobs.ENDLESS)
            : SmallJobs.dense(2, OptimizerSpec.Kind.MOMENTUM, SmallJobs.ENDLESS);
    try (var threads = new JobThreads(job, folder).begin()) {
      var random = new Random(seed);
      var names = new ArrayList<>(List.of("worker-0", "worker-1"));
      for (int change = 0; change < 6; change++) {
        threads.listener().awaitStep(1 + change * 30L);
        if (names.size() == 1 || (names.size() < 6 && random.nextBoolean())) {
          String name = "worker-" + (2 + change);
          names.add(name);
          threads.add(Role.WORKER, name);
          threads.listener().awaitArrival(name);
        } else {
          threads.leave(names.remove(random.nextInt(names.size())));
        }
      }
      threads.stopAfter(REST, PATIENCE);
      assertEqualsOneProcess(job, threads);
    }
  }

  @Test
  void aLeavingWorkerReportsAllItsStepsAndEndsLikeAStoppedOne() throws Exception {
    TrainingJob job = SmallJobs.dense(3, OptimizerSpec.Kind.MOMENTUM, SmallJobs.ENDLESS);
    try (var threads = new JobThreads(job, folder).begin()) {
      for (String name : List.of("worker-0", "worker-2")) {
        threads.listener().awaitStep("worker-0".equals(name) ? 30 : 90);
        threads.leave(name);
        assertThat(threads.exitCode(name)).as("%s", threads.listener()).isEqualTo(143);
      }
      threads.stopAfter(REST, PATIENCE);
      assertThat(threads.listener().toString()).doesNotContain("invalid frame");
      assertEqualsOneProcess(job, threads);
    }
  }

  @Test
  void aJobThatLosesAllWorkersReturnsToItsCheckpoint() throws Exception {
    TrainingJob job =
        SmallJobs.saved(SmallJobs.dense(3, OptimizerSpec.Kind.MOMENTUM, SmallJobs.ENDLESS), 50);
    try (var threads = new JobThreads(job, folder).begin()) {
      threads.listener().awaitStep(200);
      threads.listener().await(status -> status.checkpoint().orElse(0) > 0);
      assertThat(new Checkpoints(threads.checkpoints(), 2, _ -> {}).newest())
          .as("%s", threads.listener())
          .hasValueSatisfying(found -> assertThat(found.index().step()).isPositive());
      for (int i = 0; i < 3; i++) {
        threads.kill("worker-" + i);
      }
      for (int i = 0; i < 3; i++) {
        threads.add(Role.WORKER, "worker-" + i);
      }
      threads.stopAfter(REST, PATIENCE);
      isWhatOneHasLearnt(job, threads);
    }
  }

  @Test
  void aNewWorkerThatLosesItsConnectionReceivesTheStateAgain() throws Exception {
    TrainingJob job = SmallJobs.dense(2, OptimizerSpec.Kind.MOMENTUM, SmallJobs.ENDLESS);
    try (var threads = new JobThreads(job, folder).begin()) {
      threads.listener().awaitStep(20);
      threads.cutFirst(FrameKind.SNAPSHOT);
      threads.add(Role.WORKER, "worker-2");
      threads.listener().awaitMembers(3, 0, 1);
      threads.head().stop();
      assertThat(threads.await(PATIENCE)).as("%s", threads.listener()).isEqualTo(143);
      assertThat(threads.listener().toString()).contains("suspects worker-2");
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void parametersAreTheSameIfWorkersDie(long seed) throws Exception {
    TrainingJob job = SmallJobs.dense(4, OptimizerSpec.Kind.MOMENTUM, SmallJobs.ENDLESS);
    try (var threads = new JobThreads(job, folder).begin()) {
      var random = new Random(seed);
      for (int death = 0; death < 3; death++) {
        threads.listener().awaitStep(10 + death * 50L + random.nextInt(20));
        String name = "worker-" + random.nextInt(4);
        threads.kill(name);
        threads.add(Role.WORKER, name);
      }
      threads.stopAfter(REST, PATIENCE);
      isWhatOneHasLearnt(job, threads);
    }
  }

  @Test
  void parametersAreTheSameIfAnyTaskDiesAtAnyTime() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job =
          SmallJobs.saved(SmallJobs.dense(3, OptimizerSpec.Kind.MOMENTUM, SmallJobs.ENDLESS), 60);
      Path own = Files.createDirectory(folder.resolve("dead-" + seed));
      try (var threads = new JobThreads(job, own).begin()) {
        int code = new FaultStorm(threads, seed, job.size()).run(8, REST, PATIENCE);
        assertThat(code).as("seed %d\n%s", seed, threads.listener()).isEqualTo(143);
        isWhatOneHasLearnt(job, threads);
      }
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, SEEDS);
  }

  private void assertEqualsOneProcess(TrainingJob job, JobThreads threads) throws Exception {
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    for (long step = 0; step < threads.lastStep(); step++) {
      assertThat(threads.listener().loss(step))
          .as("step %d\n%s", step, threads.listener())
          .isCloseTo(alone.advance(), within(1e-5));
    }
    isWhatOneHasLearnt(alone, job, threads);
  }

  private void isWhatOneHasLearnt(TrainingJob job, JobThreads threads) throws IOException {
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    while (alone.step() < threads.lastStep()) {
      alone.advance();
    }
    isWhatOneHasLearnt(alone, job, threads);
  }

  private static void isWhatOneHasLearnt(Reference alone, TrainingJob job, JobThreads threads)
      throws IOException {
    var outcome = TrainedParameters.of(job, threads.checkpoints());
    assertThat(outcome.step()).isEqualTo(alone.step());
    assertThat(outcome.distance(alone)).as("%s", threads.listener()).isLessThan(1e-5);
  }
}
