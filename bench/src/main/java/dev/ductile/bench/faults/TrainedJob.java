package dev.ductile.bench.faults;

import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.data.ExampleOrder;
import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.TaskState.Cursor;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Gradient;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.training.Parameters;
import dev.ductile.runtime.training.Reference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All examples of a job, to compute the loss of its trained model. */
final class TrainedJob {
  private static final int AT_ONCE = 1_024;

  private final List<Examples> splits;
  private final Model model;
  private final List<Tensor> tensors;

  /**
   * The trained model of a run.
   *
   * @param cursors the read position of each split, if the checkpoint has it
   * @param loss the mean over all examples
   */
  record Result(long step, List<Cursor> cursors, List<float[]> numbers, double loss) {
    /** The largest difference between two parameters. */
    double distance(Result other) {
      double most = 0;
      for (int tensor = 0; tensor < numbers.size(); tensor++) {
        float[] here = numbers.get(tensor);
        float[] there = other.numbers.get(tensor);
        for (int i = 0; i < here.length; i++) {
          most = Math.max(most, Math.abs(here[i] - there[i]));
        }
      }
      return most;
    }
  }

  /** Writes generated examples to a folder first. */
  TrainedJob(TrainingJob job, Path folder) throws IOException {
    splits = Reference.splits(job, folder);
    model = Models.of(job);
    tensors = model.tensors();
  }

  /** Reads the newest checkpoint of a job. */
  Result result(Path checkpoints) throws IOException {
    var found =
        new Checkpoints(checkpoints, 1, _ -> {})
            .newest()
            .orElseThrow(
                () -> new IOException("there is no undamaged checkpoint in " + checkpoints));
    var layout = new PartitionLayout(tensors);
    var numbers = new ArrayList<float[]>();
    tensors.forEach(tensor -> numbers.add(new float[(int) tensor.floats()]));
    try (var reader = found.reader(layout, List.of())) {
      for (Partition each : layout.partitions()) {
        var copy = new Replica(each, tensors.get(each.tensor()).keyed(), 0, 0);
        reader.fill(copy);
        float[] into = numbers.get(each.tensor());
        System.arraycopy(copy.values(), 0, into, each.firstRow() * each.width(), each.floats());
      }
    }
    return new Result(found.index().step(), found.index().cursors(), numbers, loss(numbers));
  }

  private double loss(List<float[]> numbers) {
    var batch = new Batch(tensors);
    var parameters = new Parameters(tensors);
    var gradient = new Gradient(tensors);
    double sum = 0;
    long examples = 0;
    for (Examples split : splits) {
      int[] order = ExampleOrder.of(split.count(), 0, 0, 0, false);
      for (int from = 0; from < split.count(); from += AT_ONCE) {
        batch.clear();
        batch.add(split, order, from, Math.min(split.count(), from + AT_ONCE));
        parameters.fit(batch);
        gradient.begin(batch);
        fill(parameters, batch, numbers);
        sum += model.accumulate(batch, 0, batch.count(), parameters, gradient);
      }
      examples += split.count();
    }
    return sum / examples;
  }

  private void fill(Parameters parameters, Batch batch, List<float[]> numbers) {
    for (int t = 0; t < tensors.size(); t++) {
      float[] all = numbers.get(t);
      float[] into = parameters.tensor(t);
      if (!tensors.get(t).keyed()) {
        System.arraycopy(all, 0, into, 0, all.length);
        continue;
      }
      int width = tensors.get(t).width();
      for (int i = 0; i < batch.rowCount(); i++) {
        System.arraycopy(all, batch.rows()[i] * width, into, i * width, width);
      }
    }
  }
}
