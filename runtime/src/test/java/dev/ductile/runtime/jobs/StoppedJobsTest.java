package dev.ductile.runtime.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.TaskState.Cursor;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs at their own pace (asp, ssp) that lose tasks, are stopped, and resume from a checkpoint. */
@Tag("socket")
@Timeout(60)
final class StoppedJobsTest {
  @TempDir Path folder;

  private static Synchrony synchrony(Synchrony.Kind kind) {
    return new Synchrony(kind, kind == Synchrony.Kind.SSP ? 3 : 0);
  }

  private static void killWorkers(JobThreads threads, int deaths) {
    for (int death = 0; death < deaths; death++) {
      threads.listener().awaitStep(150L * (death + 1));
      String name = "worker-" + death % 2;
      int before = threads.listener().reconfigurations();
      threads.kill(name);
      threads.add(Role.WORKER, name);
      threads.listener().awaitMembers(2, 2, before);
    }
  }

  /** Unreported steps of dead workers must not make frequent features forget. */
  @ParameterizedTest
  @EnumSource(
      value = Synchrony.Kind.class,
      names = {"SSP", "ASP"})
  void aContinuedJobKeepsItsParameters(Synchrony.Kind kind) throws Exception {
    TrainingJob job = SmallJobs.paced(SmallJobs.sparse(2, 2, 2, 1), synchrony(kind), 100_000);
    double before;
    try (var threads = new JobThreads(job, folder).begin()) {
      killWorkers(threads, 3);
      threads.head().stop();
      assertThat(threads.await(Duration.ofSeconds(30))).isEqualTo(143);
      before = TrainedParameters.of(job, threads.checkpoints()).loss(job, folder);
    }
    try (var threads = new JobThreads(job, folder).begin()) {
      threads.listener().await(status -> status.step() > 700);
      threads.head().stop();
      assertThat(threads.await(Duration.ofSeconds(30))).isEqualTo(143);
      assertThat(TrainedParameters.of(job, threads.checkpoints()).loss(job, folder))
          .as("the loss over all data, which was %f", before)
          .isLessThan(1.05 * before);
    }
  }

  /** Both replicas of all parameters die while the job trains. */
  @Test
  void aJobThatReturnsToACheckpointHasItsParameters() throws Exception {
    TrainingJob job =
        SmallJobs.saved(
            SmallJobs.paced(SmallJobs.sparse(2, 2, 2, 1), synchrony(Synchrony.Kind.SSP), 100_000),
            100);
    try (var threads = new JobThreads(job, folder).begin()) {
      killWorkers(threads, 3);
      threads.listener().await(status -> status.checkpoint().orElse(0) > 500);
      int before = threads.listener().reconfigurations();
      for (String server : new String[] {"server-0", "server-1"}) {
        threads.kill(server);
      }
      for (String server : new String[] {"server-0", "server-1"}) {
        threads.add(Role.SERVER, server);
      }
      threads.listener().awaitMembers(2, 2, before);
      threads.listener().await(status -> status.step() > 900);
      threads.head().stop();
      assertThat(threads.await(Duration.ofSeconds(30))).isEqualTo(143);
      assertThat(TrainedParameters.of(job, threads.checkpoints()).loss(job, folder))
          .as("the loss over all data")
          .isLessThan(0.4);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Synchrony.Kind.class,
      names = {"SSP", "ASP"})
  void aJobMakesTheRequestedStepsIfAnyTaskIsKilled(Synchrony.Kind kind) throws Exception {
    long steps = 1_000;
    TrainingJob job = SmallJobs.pushed(SmallJobs.sparse(2, 2, 2, 1), synchrony(kind), steps);
    try (var threads = new JobThreads(job, folder).begin()) {
      killWorkers(threads, 3);
      assertThat(threads.await(Duration.ofSeconds(30))).isZero();
      var index = new Checkpoints(threads.checkpoints(), 1, _ -> {}).newest().orElseThrow().index();
      assertThat(index.cursors().stream().mapToLong(Cursor::safe).sum())
          .as("examples of which the pushes were made")
          .isEqualTo(steps * job.batch().examples());
      assertThat(index.step()).isEqualTo(steps);
    }
  }
}
