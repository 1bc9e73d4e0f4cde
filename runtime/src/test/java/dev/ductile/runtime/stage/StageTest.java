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
  @TempDir Path folder;

  @Test
  void learnsWhatOneProcessLearns() throws Exception {
    TrainingJob job = Jobs.sparse(2, 2, 2, 30);
    try (var stage = new Stage(job, folder).begin()) {
      int code = stage.await(Duration.ofSeconds(20));
      assertThat(code).isZero();
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
  }
}
