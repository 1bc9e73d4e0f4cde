package dev.ductile.runtime.replication;

import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.CheckpointSpec;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.FaultSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.job.StopRule;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Gradient;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Optimizer;
import dev.ductile.runtime.training.Optimizers;
import dev.ductile.runtime.training.Parameters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A model of three partitions with gradients that a test makes up; and jobs that train it. */
public final class Toy implements Model {
  public static final Toy MODEL = new Toy(false);
  public static final Toy REGULARIZED = new Toy(true);
  public static final PartitionLayout LAYOUT = new PartitionLayout(MODEL.tensors());
  public static final int PARTITIONS = 3;
  public static final int SPLITS = 4;

  private final boolean regularized;

  private Toy(boolean regularized) {
    this.regularized = regularized;
  }

  @Override
  public List<Tensor> tensors() {
    return List.of(
        new Tensor("rare", 6, 2, true),
        new Tensor("common", 5, 1, false),
        new Tensor("bias", 1, 1, false));
  }

  @Override
  public boolean isRegularized(int tensor) {
    return regularized && tensor < 2;
  }

  @Override
  public void begin(int tensor, int firstRow, int rows, float[] into) {
    for (int i = 0; i < rows * tensors().get(tensor).width(); i++) {
      into[i] = (1 + tensor) * (i + 1) * 0.25f;
    }
  }

  @Override
  public double accumulate(
      Batch batch, int from, int to, Parameters parameters, Gradient gradient) {
    throw new UnsupportedOperationException("tests make gradients up");
  }

  public static List<Optimizer> optimizers(TrainingJob job) {
    return Optimizers.of(job.optimizer(), job.model(), MODEL);
  }

  public static TrainingJob job(Synchrony synchrony, OptimizerSpec.Kind kind) {
    return job(synchrony, kind, 0, 0);
  }

  public static TrainingJob job(
      Synchrony synchrony, OptimizerSpec.Kind kind, double l1, double l2) {
    return new TrainingJob(
        "toy",
        new ModelSpec(ModelSpec.Kind.LINEAR, 0, List.of(), l1, l2, 1, true),
        new DataSpec(new DataSpec.Source.Generated("a9a", 100), 5, SPLITS, true),
        new OptimizerSpec(kind, 0.5, 0.9, 0.9, 0.999, 1e-8, 0),
        synchrony,
        new BatchSpec(8, false, BatchSpec.RateRule.NONE),
        new StopRule(Optional.of(5), Optional.empty(), Optional.empty()),
        new SizeSpec(2, 2, 2),
        new CheckpointSpec(Optional.empty(), Optional.empty(), 1),
        new FaultSpec(Duration.ofSeconds(10), Duration.ofSeconds(1), 0),
        42);
  }
}
