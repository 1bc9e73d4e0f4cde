package dev.ductile.runtime.jobs;

import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.data.ExampleOrder;
import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.job.TrainingJob;
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

/**
 * The parameters that a job ended with.
 *
 * @param tensors all numbers of each
 */
public record TrainedParameters(long step, List<float[]> tensors) {
  /** From the newest checkpoint. */
  static TrainedParameters of(TrainingJob job, Path checkpoints) throws IOException {
    return of(Models.of(job), checkpoints);
  }

  /** The same of any model. */
  public static TrainedParameters of(Model model, Path checkpoints) throws IOException {
    var found = new Checkpoints(checkpoints, 1, _ -> {}).newest().orElseThrow();
    var layout = new PartitionLayout(model.tensors());
    var tensors = new ArrayList<float[]>();
    layout.tensors().forEach(tensor -> tensors.add(new float[(int) tensor.floats()]));
    try (var reader = found.reader(layout, List.of())) {
      for (Partition each : layout.partitions()) {
        var copy = new Replica(each, layout.tensors().get(each.tensor()).keyed(), 0, 0);
        reader.fill(copy);
        System.arraycopy(
            copy.values(),
            0,
            tensors.get(each.tensor()),
            each.firstRow() * each.width(),
            each.floats());
      }
    }
    return new TrainedParameters(found.index().step(), tensors);
  }

  /** The largest difference to the parameters of one process. */
  public double distance(Reference alone) {
    var numbers = new ArrayList<float[]>();
    for (int tensor = 0; tensor < tensors.size(); tensor++) {
      numbers.add(alone.numbers(tensor));
    }
    return distance(new TrainedParameters(alone.step(), numbers));
  }

  /** The largest difference to the parameters of another job. */
  public double distance(TrainedParameters other) {
    double most = 0;
    for (int tensor = 0; tensor < tensors.size(); tensor++) {
      float[] here = tensors.get(tensor);
      float[] there = other.tensors().get(tensor);
      for (int i = 0; i < here.length; i++) {
        most = Math.max(most, Math.abs(here[i] - there[i]));
      }
    }
    return most;
  }

  /** The mean loss over all data; the splits pass through a folder. */
  double loss(TrainingJob job, Path folder) throws IOException {
    Model model = Models.of(job);
    var batch = new Batch(model.tensors());
    double sum = 0;
    long count = 0;
    for (Examples split : Reference.splits(job, folder)) {
      batch.clear();
      batch.add(split, ExampleOrder.of(split.count(), 0, 0, 0, false), 0, split.count());
      var parameters = new Parameters(model.tensors());
      parameters.fit(batch);
      for (int t = 0; t < tensors.size(); t++) {
        give(model.tensors().get(t), tensors.get(t), batch, parameters.tensor(t));
      }
      var gradient = new Gradient(model.tensors());
      gradient.begin(batch);
      sum += model.accumulate(batch, 0, batch.count(), parameters, gradient);
      count += batch.count();
    }
    return sum / count;
  }

  private static void give(Tensor tensor, float[] all, Batch batch, float[] into) {
    int rows = tensor.keyed() ? batch.rowCount() : tensor.rows();
    for (int i = 0; i < rows; i++) {
      int row = tensor.keyed() ? batch.rows()[i] : i;
      System.arraycopy(all, row * tensor.width(), into, i * tensor.width(), tensor.width());
    }
  }
}
