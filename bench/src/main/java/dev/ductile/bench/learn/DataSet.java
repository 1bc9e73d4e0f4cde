package dev.ductile.bench.learn;

import dev.ductile.runtime.data.Examples;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A generated set for logistic regression.
 *
 * @param cost LIBLINEAR's C: the weight of the sum of the losses if that of {@code w w / 2} is 1
 */
record DataSet(String shape, int examples, int features, double cost) {
  static final int SPLITS = 16;

  /** The weight of {@code w w / 2} if that of the mean loss is 1. */
  double l2() {
    return 1 / (cost * examples);
  }

  /** A job that trains on this set, without bias, like LIBLINEAR by default. */
  TrainingJob job(OptimizerSpec optimizer, BatchSpec batch) {
    return new TrainingJob(
        "liblinear",
        new ModelSpec(ModelSpec.Kind.LOGISTIC, 0, List.of(), 0, l2(), 1, false),
        new DataSpec(new DataSpec.Source.Generated(shape, examples), features, SPLITS, true),
        optimizer,
        Synchrony.BSP,
        batch,
        new StopRule(Optional.of(1_000), Optional.empty(), Optional.empty()),
        new SizeSpec(1, 1, 1),
        new CheckpointSpec(Optional.empty(), Optional.empty(), 1),
        new FaultSpec(Duration.ofSeconds(10), Duration.ofSeconds(1), 0),
        1);
  }

  /** The mean loss plus {@code l2 w w / 2}, in double precision, for the weights of any program. */
  double objective(List<Examples> splits, float[] weights) {
    double losses = 0;
    for (Examples split : splits) {
      for (int i = 0; i < split.count(); i++) {
        double score = 0;
        for (int j = split.starts()[i]; j < split.starts()[i + 1]; j++) {
          score += split.values()[j] * (double) weights[split.features()[j]];
        }
        double margin = score * split.labels()[i];
        losses += Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(0, -margin);
      }
    }
    double squares = 0;
    for (float weight : weights) {
      squares += (double) weight * weight;
    }
    return losses / examples + l2() * squares / 2;
  }
}
