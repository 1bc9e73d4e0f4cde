package dev.ductile.runtime.training;

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
import java.util.Optional;

/** Jobs that learn generated data. */
final class Jobs {
  private Jobs() {}

  static TrainingJob generated(
      ModelSpec model, String shape, int examples, int features, OptimizerSpec optimizer) {
    return new TrainingJob(
        "test",
        model,
        new DataSpec(new DataSpec.Source.Generated(shape, examples), features, 7, true),
        optimizer,
        Synchrony.BSP,
        new BatchSpec(100, false, BatchSpec.RateRule.NONE),
        new StopRule(Optional.of(5), Optional.empty(), Optional.empty()),
        new SizeSpec(2, 1, 1),
        new CheckpointSpec(Optional.empty(), Optional.empty(), 1),
        new FaultSpec(Duration.ofSeconds(10), Duration.ofSeconds(1), 0),
        42);
  }

  static OptimizerSpec optimizer(OptimizerSpec.Kind kind, double rate) {
    return new OptimizerSpec(kind, rate, 0.9, 0.9, 0.999, 1e-8, 0);
  }

  /** The same job, with batches of all its examples. */
  static TrainingJob inOneBatch(TrainingJob job, int examples) {
    return new TrainingJob(
        job.name(),
        job.model(),
        job.data(),
        job.optimizer(),
        job.synchrony(),
        new BatchSpec(examples, false, BatchSpec.RateRule.NONE),
        job.stop(),
        job.size(),
        job.checkpoint(),
        job.faults(),
        job.seed());
  }
}
