package dev.ductile.runtime.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.training.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs trained by the truncated Newton method end as one process would have ended. */
@Tag("socket")
@Timeout(180)
class NewtonJobTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int SEEDS = 2 * Integer.getInteger("ductile.seedFactor", 1);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "2, 1, 1", "3, 2, 2", "1, 0, 1", "2, 0, 1", "3, 0, 1"})
  void learnsWhatOneProcessLearns(int workers, int servers, int replication) throws Exception {
    for (long steps : new long[] {1, 2, 4, 11, 30}) {
      TrainingJob job = Jobs.newton(Jobs.sparse(workers, servers, replication, steps));
      assertThat(Models.of(job).tensors()).anyMatch(Tensor::keyed);
      Path own = Files.createDirectory(folder.resolve("steps-" + steps));
      try (var stage = new JobThreads(job, own).begin()) {
        assertThat(stage.await(PATIENCE)).as("%s", stage.audience()).isZero();
        isAsAlone(job, stage, own);
      }
    }
  }

  @Test
  void killedTasksAreReplacedWithoutLoss() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = Jobs.newton(Jobs.sparse(3, 3, 2, 400));
      Path own = Files.createDirectory(folder.resolve("killed-" + seed));
      try (var stage = new JobThreads(job, own).begin()) {
        new PlannedFaults(stage, seed, job.size()).run(6, 20);
        assertThat(stage.await(PATIENCE)).as("seed %d", seed).isZero();
        isAsAlone(job, stage, own);
      }
    }
  }

  @Test
  void workersAndServersJoinAndLeave() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = Jobs.newton(Jobs.sparse(2, 2, 1 + seed % 2, 400));
      Path own = Files.createDirectory(folder.resolve("traffic-" + seed));
      try (var stage = new JobThreads(job, own).begin()) {
        new Traffic(stage, seed, job.size()).run(10, 20);
        assertThat(stage.await(PATIENCE)).as("seed %d", seed).isZero();
        isAsAlone(job, stage, own);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void stoppedJobGoesOnAsIfItHadNeverStopped(int servers) throws Exception {
    TrainingJob job = Jobs.newton(Jobs.sparse(2, servers, 1, 60));
    for (long stop : new long[] {3, 8, 9, 10}) {
      Path own = Files.createDirectory(folder.resolve("stopped-" + stop));
      TrainingJob first = Jobs.newton(Jobs.sparse(2, servers, 1, stop));
      try (var stage = new JobThreads(first, own).begin()) {
        assertThat(stage.await(PATIENCE)).isZero();
      }
      try (var stage = new JobThreads(job, own).begin()) {
        assertThat(stage.await(PATIENCE)).isZero();
        assertThat(stage.audience().loss(0)).isNaN();
        isAsAlone(job, stage, own);
      }
    }
  }

  @Test
  void allReduceWorkersJoinAndAreKilled() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = Jobs.newton(Jobs.sparse(3, 0, 1, 300));
      Path own = Files.createDirectory(folder.resolve("all-reduce-" + seed));
      try (var stage = new JobThreads(job, own).begin()) {
        for (int change = 0; change < 4; change++) {
          stage.audience().awaitStep(5 + change * 20L + seed);
          int before = stage.audience().reconfigurations();
          stage.kill("worker-" + change);
          stage.add(Role.WORKER, "worker-" + (3 + change));
          stage.audience().awaitWhole(3, 0, before);
        }
        assertThat(stage.await(PATIENCE)).as("seed %d\n%s", seed, stage.audience()).isZero();
        isAsAlone(job, stage, own);
      }
    }
  }

  private static void isAsAlone(TrainingJob job, JobThreads stage, Path folder) throws Exception {
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    alone.run();
    TrainedParameters outcome = TrainedParameters.of(job, stage.checkpoints());
    assertThat(outcome.step()).isEqualTo(alone.step());
    var learnt = new TrainedParameters(outcome.step(), outcome.tensors().subList(0, 2));
    assertThat(learnt.distance(alone)).isCloseTo(0, within(1e-5));
  }
}
