package dev.ductile.runtime.jobs;

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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs trained by the truncated Newton method end as one process would have ended. */
@Tag("socket")
@Timeout(180)
class NewtonJobTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int FACTOR = Integer.getInteger("ductile.seedFactor", 1);
  private static final int SEEDS = 2 * FACTOR;

  /** Steps of a job behind the last fault, in which its effects would show. */
  private static final int REST = 25;

  @TempDir Path folder;

  /** Steps at which a job ends: {@code ./check} tries some for each size, the long check all. */
  static Stream<Arguments> sizes() {
    List<Long> all = List.of(1L, 2L, 4L, 11L, 30L);
    return Stream.of(
            Arguments.of(1, 1, 1, List.of(1L, 30L)),
            Arguments.of(2, 1, 1, List.of(2L, 4L, 30L)),
            Arguments.of(3, 2, 2, List.of(11L, 30L)),
            Arguments.of(1, 0, 1, List.of(1L, 30L)),
            Arguments.of(2, 0, 1, List.of(2L, 4L, 30L)),
            Arguments.of(3, 0, 1, List.of(11L, 30L)))
        .map(size -> {
          Object[] values = size.get().clone();
          values[3] = FACTOR > 1 ? all : values[3];
          return Arguments.of(values);
        });
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void parametersAreThoseOfOneProcess(int workers, int servers, int replication, List<Long> ends)
      throws Exception {
    for (long steps : ends) {
      TrainingJob job = SmallJobs.newton(SmallJobs.sparse(workers, servers, replication, steps));
      assertThat(Models.of(job).tensors()).anyMatch(Tensor::keyed);
      Path own = Files.createDirectory(folder.resolve("steps-" + steps));
      try (var threads = new JobThreads(job, own).begin()) {
        assertThat(threads.await(PATIENCE)).as("%s", threads.listener()).isZero();
        assertEqualsOneProcess(job, threads, own);
      }
    }
  }

  @Test
  void killedTasksAreReplacedWithoutLoss() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = SmallJobs.newton(SmallJobs.sparse(3, 3, 2, SmallJobs.ENDLESS));
      Path own = Files.createDirectory(folder.resolve("killed-" + seed));
      try (var threads = new JobThreads(job, own).begin()) {
        new RandomKills(threads, seed, job.size()).run(6, 20);
        threads.stopAfter(REST, PATIENCE);
        assertEqualsOneProcess(job, threads, own);
      }
    }
  }

  @Test
  void parametersAreTheSameIfTasksJoinAndLeave() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = SmallJobs.newton(SmallJobs.sparse(2, 2, 1 + seed % 2, SmallJobs.ENDLESS));
      Path own = Files.createDirectory(folder.resolve("traffic-" + seed));
      try (var threads = new JobThreads(job, own).begin()) {
        new RandomRescaling(threads, seed, job.size()).run(10, 20);
        threads.stopAfter(REST, PATIENCE);
        assertEqualsOneProcess(job, threads, own);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aStoppedJobContinuesLikeAnUninterruptedOne(int servers) throws Exception {
    for (long steps : new long[] {3, 8, 9, 10, 30}) {
      TrainingJob job = SmallJobs.newton(SmallJobs.sparse(2, servers, 1, steps));
      try (var threads = new JobThreads(job, folder).begin()) {
        assertThat(threads.await(PATIENCE)).isZero();
        assertThat(Double.isNaN(threads.listener().loss(0))).isEqualTo(steps > 3);
        assertEqualsOneProcess(job, threads, folder);
      }
    }
  }

  @Test
  void parametersAreTheSameIfAllReduceWorkersJoinAndAreKilled() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = SmallJobs.newton(SmallJobs.sparse(3, 0, 1, SmallJobs.ENDLESS));
      Path own = Files.createDirectory(folder.resolve("all-reduce-" + seed));
      try (var threads = new JobThreads(job, own).begin()) {
        for (int change = 0; change < 4; change++) {
          threads.listener().awaitStep(5 + change * 20L + seed);
          int before = threads.listener().reconfigurations();
          threads.kill("worker-" + change);
          threads.add(Role.WORKER, "worker-" + (3 + change));
          threads.listener().awaitMembers(3, 0, before);
        }
        threads.stopAfter(REST, PATIENCE);
        assertEqualsOneProcess(job, threads, own);
      }
    }
  }

  private static void assertEqualsOneProcess(TrainingJob job, JobThreads threads, Path folder)
      throws Exception {
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    while (alone.step() < threads.lastStep()) {
      alone.advance();
    }
    TrainedParameters outcome = TrainedParameters.of(job, threads.checkpoints());
    assertThat(outcome.step()).isEqualTo(alone.step());
    var learnt = new TrainedParameters(outcome.step(), outcome.tensors().subList(0, 2));
    assertThat(learnt.distance(alone)).isCloseTo(0, within(1e-5));
  }
}
