package dev.ductile.runtime.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.learn.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs without servers end as one process would have ended, whoever comes and goes. */
@Timeout(60)
class AllReduceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void learnsWhatOneProcessLearns(int workers) throws Exception {
    TrainingJob job = Jobs.dense(workers, OptimizerSpec.Kind.ADAM, 40);
    try (var stage = new Stage(job, folder).begin()) {
      assertThat(stage.await(PATIENCE)).isZero();
      isAsAlone(job, stage);
    }
  }

  @Test
  void learnsRowsThatFewExamplesTouch() throws Exception {
    TrainingJob job = Jobs.sparse(3, 0, 1, 30);
    try (var stage = new Stage(job, folder).begin()) {
      assertThat(stage.await(PATIENCE)).isZero();
      isAsAlone(job, stage);
    }
  }

  private void isAsAlone(TrainingJob job, Stage stage) throws Exception {
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    for (long step = 0; step < job.stop().steps().orElseThrow(); step++) {
      assertThat(stage.audience().loss(step))
          .as("step %d\n%s", step, stage.audience())
          .isCloseTo(alone.advance(), within(1e-5));
    }
    var outcome = Outcome.of(job, stage.checkpoints());
    assertThat(outcome.step()).isEqualTo(alone.step());
    assertThat(outcome.distance(alone)).as("%s", stage.audience()).isLessThan(1e-5);
  }
}
