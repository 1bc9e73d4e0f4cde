package dev.ductile.runtime.stage;

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

/** Jobs at their own pace (asp, ssp) that lose tasks, are stopped, and go on from a checkpoint. */
@Tag("socket")
@Timeout(60)
final class StoppedJobsTest {
  @TempDir Path folder;

  private static Synchrony synchrony(Synchrony.Kind kind) {
    return new Synchrony(kind, kind == Synchrony.Kind.SSP ? 3 : 0);
  }

  private static void killWorkers(JobThreads stage, int deaths) {
    for (int death = 0; death < deaths; death++) {
      stage.audience().awaitStep(150L * (death + 1));
      String name = "worker-" + death % 2;
      int before = stage.audience().reconfigurations();
      stage.kill(name);
      stage.add(Role.WORKER, name);
      stage.audience().awaitWhole(2, 2, before);
    }
  }

  /** What dead workers had not reported must not make frequent features forget. */
  @ParameterizedTest
  @EnumSource(
      value = Synchrony.Kind.class,
      names = {"SSP", "ASP"})
  void aJobThatGoesOnHasLearntWhatItHadLearnt(Synchrony.Kind kind) throws Exception {
    TrainingJob job = Jobs.paced(Jobs.sparse(2, 2, 2, 1), synchrony(kind), 100_000);
    double before;
    try (var stage = new JobThreads(job, folder).begin()) {
      killWorkers(stage, 3);
      stage.head().stop();
      assertThat(stage.await(Duration.ofSeconds(30))).isEqualTo(143);
      before = TrainedParameters.of(job, stage.checkpoints()).loss(job, folder);
    }
    try (var stage = new JobThreads(job, folder).begin()) {
      stage.audience().await(status -> status.step() > 700);
      stage.head().stop();
      assertThat(stage.await(Duration.ofSeconds(30))).isEqualTo(143);
      assertThat(TrainedParameters.of(job, stage.checkpoints()).loss(job, folder))
          .as("the loss over all data, which was %f", before)
          .isLessThan(1.05 * before);
    }
  }

  /** Both replicas of all parameters die while the job trains. */
  @Test
  void aJobThatGoesBackHasLearntWhatItHadLearnt() throws Exception {
    TrainingJob job =
        Jobs.saved(
            Jobs.paced(Jobs.sparse(2, 2, 2, 1), synchrony(Synchrony.Kind.SSP), 100_000), 100);
    try (var stage = new JobThreads(job, folder).begin()) {
      killWorkers(stage, 3);
      stage.audience().await(status -> status.checkpoint().orElse(0) > 500);
      int before = stage.audience().reconfigurations();
      for (String server : new String[] {"server-0", "server-1"}) {
        stage.kill(server);
      }
      for (String server : new String[] {"server-0", "server-1"}) {
        stage.add(Role.SERVER, server);
      }
      stage.audience().awaitWhole(2, 2, before);
      stage.audience().await(status -> status.step() > 900);
      stage.head().stop();
      assertThat(stage.await(Duration.ofSeconds(30))).isEqualTo(143);
      assertThat(TrainedParameters.of(job, stage.checkpoints()).loss(job, folder))
          .as("the loss over all data")
          .isLessThan(0.4);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Synchrony.Kind.class,
      names = {"SSP", "ASP"})
  void aJobMakesAsManyStepsAsItWasAskedForWhoeverIsKilled(Synchrony.Kind kind) throws Exception {
    long steps = 1_000;
    TrainingJob job = Jobs.pushed(Jobs.sparse(2, 2, 2, 1), synchrony(kind), steps);
    try (var stage = new JobThreads(job, folder).begin()) {
      killWorkers(stage, 3);
      assertThat(stage.await(Duration.ofSeconds(30))).isZero();
      var index = new Checkpoints(stage.checkpoints(), 1, _ -> {}).newest().orElseThrow().index();
      assertThat(index.cursors().stream().mapToLong(Cursor::safe).sum())
          .as("examples of which the pushes were made")
          .isEqualTo(steps * job.batch().examples());
      assertThat(index.step()).isEqualTo(steps);
    }
  }
}
