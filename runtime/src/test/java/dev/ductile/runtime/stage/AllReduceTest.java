package dev.ductile.runtime.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.learn.Models;
import dev.ductile.runtime.learn.Optimizers;
import dev.ductile.runtime.learn.Reference;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.state.Layout;
import dev.ductile.runtime.state.PartReader;
import dev.ductile.runtime.state.Partition;
import dev.ductile.runtime.state.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs without servers end as one process would have ended, whoever comes and goes. */
@Timeout(60)
class AllReduceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(25);

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
    long steps = job.stop().steps().orElseThrow();
    for (long step = 0; step < steps; step++) {
      assertThat(stage.audience().loss(step))
          .as("step %d\n%s", step, stage.audience())
          .isCloseTo(alone.advance(), within(1e-5));
    }
    List<float[]> saved = saved(job, steps);
    for (int t = 0; t < saved.size(); t++) {
      float[] expected = alone.numbers(t);
      for (int i = 0; i < expected.length; i++) {
        if (Math.abs(saved.get(t)[i] - expected[i]) > 1e-5) {
          assertThat(saved.get(t)[i])
              .as("tensor %d, number %d\n%s", t, i, stage.audience())
              .isCloseTo(expected[i], within(1e-5f));
        }
      }
    }
  }

  /** The numbers of the last checkpoint. */
  private List<float[]> saved(TrainingJob job, long step) throws IOException {
    List<Tensor> tensors = Models.of(job).tensors();
    var layout = new Layout(tensors, Layout.PARTITION_FLOATS);
    var numbers = new ArrayList<float[]>();
    tensors.forEach(tensor -> numbers.add(new float[Math.toIntExact(tensor.floats())]));
    Path file = folder.resolve("checkpoints/step-%012d/parameters.safetensors".formatted(step));
    List<String> slots = Optimizers.slots(job.optimizer());
    try (var reader = new PartReader(List.of(file), layout, slots)) {
      for (Partition part : layout.partitions()) {
        var copy = new Copy(part, tensors.get(part.tensor()).keyed(), 0, step);
        reader.fill(copy);
        System.arraycopy(
            copy.values(),
            0,
            numbers.get(part.tensor()),
            part.firstRow() * part.width(),
            part.floats());
      }
    }
    return numbers;
  }
}
