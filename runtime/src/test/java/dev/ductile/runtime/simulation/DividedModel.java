package dev.ductile.runtime.simulation;

import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Gradient;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Parameters;
import java.util.List;
import java.util.Optional;

/** A model whose tensors are divided into smaller partitions than usual. */
record DividedModel(Model whole, List<Tensor> tensors) implements Model {
  static DividedModel of(Model whole, int partitionRows) {
    return new DividedModel(
        whole,
        whole.tensors().stream()
            .map(each ->
                new Tensor(
                    each.name(),
                    each.rows(),
                    each.width(),
                    each.keyed(),
                    partitionRows * each.width()))
            .toList());
  }

  @Override
  public boolean isRegularized(int tensor) {
    return whole.isRegularized(tensor);
  }

  @Override
  public void begin(int tensor, int firstRow, int rows, float[] into) {
    whole.begin(tensor, firstRow, rows, into);
  }

  @Override
  public double accumulate(
      Batch batch, int from, int to, Parameters parameters, Gradient gradient) {
    return whole.accumulate(batch, from, to, parameters, gradient);
  }

  @Override
  public Optional<Parameters> alsoNeeds(Batch batch, Parameters pulled) {
    return whole.alsoNeeds(batch, pulled);
  }
}
