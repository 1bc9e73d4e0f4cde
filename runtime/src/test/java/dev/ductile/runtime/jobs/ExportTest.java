package dev.ductile.runtime.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.checkpoint.SavedModel;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.training.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The model of a job that trains, saves and deletes checkpoints meanwhile. */
@Tag("socket")
@Timeout(120)
class ExportTest {
  private static final int MOST_EXPORTS = 12;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void anExportIsTheModelOfOneStep(int servers) throws Exception {
    TrainingJob job = SmallJobs.saved(SmallJobs.sparse(2, servers, 1, 100_000), 2);
    var warnings = new ArrayList<String>();
    var exported = new ArrayList<SavedModel>();
    try (var threads = new JobThreads(job, folder).begin()) {
      threads.listener().await(status -> status.checkpoint().isPresent());
      for (int i = 0; i < MOST_EXPORTS; i++) {
        exported.add(SavedModel.newest(job, threads.checkpoints(), warnings::add).orElseThrow());
      }
      threads.head().stop();
      assertThat(threads.await(Duration.ofSeconds(30))).isEqualTo(143);
    }
    assertThat(warnings).isEmpty();
    areStepsOfOneProcess(job, exported);
  }

  private void areStepsOfOneProcess(TrainingJob job, List<SavedModel> exported) throws Exception {
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    for (SavedModel model : exported) {
      long step = Long.parseLong(model.provenance().getOrDefault("step", "0"));
      assertThat(step).isGreaterThanOrEqualTo(alone.step());
      while (alone.step() < step) {
        alone.advance();
      }
      var learnt =
          new TrainedParameters(
              step, model.tables().stream().map(table -> table.numbers()).toList());
      assertThat(learnt.distance(alone)).as("step %d", step).isCloseTo(0, within(1e-5));
    }
    assertThat(alone.step()).isPositive();
  }
}
