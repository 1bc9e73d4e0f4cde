package dev.ductile.runtime.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.learn.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class StageTest {
  private static final int SEEDS = Integer.getInteger("ductile.seeds", 4);

  @TempDir Path folder;

  @Test
  void learnsWhatOneProcessLearns() throws Exception {
    TrainingJob job = Jobs.sparse(2, 2, 2, 30);
    try (var stage = new Stage(job, folder).begin()) {
      assertThat(stage.await(Duration.ofSeconds(20))).isZero();
      isAsAlone(job, stage);
      assertThat(stage.exitCode("worker-1")).isZero();
      assertThat(stage.exitCode("server-0")).isZero();
    }
  }

  @Test
  void staysTheSameWhoeverComesAndGoes() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = Jobs.sparse(2, 2, 1 + seed % 2, 1_200);
      Path own = Files.createDirectory(folder.resolve("seed-" + seed));
      try (var stage = new Stage(job, own).begin()) {
        new Traffic(stage, seed).run(20, 20);
        assertThat(stage.await(Duration.ofSeconds(30))).as("seed %d", seed).isZero();
        assertThat(stage.audience().unsure(job.batch().examples())).isEmpty();
        isAsAlone(job, stage);
      }
    }
  }

  @Test
  void losesNothingWhenAnybodyIsKilled() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainingJob job = Jobs.sparse(3, 3, 2, 1_200);
      Path own = Files.createDirectory(folder.resolve("killed-" + seed));
      try (var stage = new Stage(job, own).begin()) {
        new Accidents(stage, seed, job.size()).run(10, 40);
        assertThat(stage.await(Duration.ofSeconds(30))).as("seed %d", seed).isZero();
        isAsAlone(job, stage);
      }
    }
  }

  /** What a worker has not told before it is killed nobody knows; of all else the loss is right. */
  private void isAsAlone(TrainingJob job, Stage stage) throws Exception {
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    long steps = job.stop().steps().orElseThrow();
    for (long step = 0; step < steps; step++) {
      double loss = alone.advance();
      if (stage.audience().examples(step) == job.batch().examples()) {
        assertThat(stage.audience().loss(step))
            .as("step %d\n%s", step, stage.audience())
            .isCloseTo(loss, within(1e-5));
      }
    }
    Outcome outcome = Outcome.of(job, stage.checkpoints());
    assertThat(outcome.step()).isEqualTo(steps);
    assertThat(outcome.distance(alone)).as("%s", stage.audience()).isLessThan(1e-5);
  }
}
