package dev.ductile.runtime.jobs;

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

/** Small jobs. */
final class SmallJobs {
  private SmallJobs() {}

  /** More steps than a job can make in a test, which stops it. */
  static final long ENDLESS = 1_000_000;

  /** Logistic regression on sparse data of which the parameters have several partitions. */
  static TrainingJob sparse(int workers, int servers, int replication, long steps) {
    return new TrainingJob(
        "sparse",
        new ModelSpec(ModelSpec.Kind.LOGISTIC, 2, List.of(), 0, 1e-4, 1, true),
        new DataSpec(new DataSpec.Source.Generated("kdd2012", 600), 500_000, 12, true),
        OptimizerSpec.of(OptimizerSpec.Kind.ADAGRAD, 0.1),
        Synchrony.BSP,
        new BatchSpec(24, false, BatchSpec.RateRule.NONE),
        new StopRule(Optional.empty(), Optional.of(steps), Optional.empty()),
        new SizeSpec(workers, servers, replication),
        new CheckpointSpec(Optional.empty(), Optional.empty(), 2),
        new FaultSpec(Duration.ofSeconds(10), Duration.ofSeconds(5), 0),
        7);
  }

  /** The same job with a checkpoint after each {@code steps}. */
  static TrainingJob saved(TrainingJob job, long steps) {
    return with(
        job,
        job.synchrony(),
        job.stop(),
        new CheckpointSpec(Optional.empty(), Optional.of(steps), 2));
  }

  /** The same job with this synchrony, for a number of epochs. */
  static TrainingJob paced(TrainingJob job, Synchrony synchrony, int epochs) {
    var stop = new StopRule(Optional.of(epochs), Optional.empty(), Optional.empty());
    return with(job, synchrony, stop, job.checkpoint());
  }

  /** The same job with workers at their own pace, for a number of mini-batches of 50. */
  static TrainingJob pushed(TrainingJob job, Synchrony synchrony, long steps) {
    TrainingJob paced =
        with(
            job,
            synchrony,
            new StopRule(Optional.empty(), Optional.of(steps), Optional.empty()),
            job.checkpoint());
    return new TrainingJob(
        paced.name(),
        paced.model(),
        paced.data(),
        paced.optimizer(),
        paced.synchrony(),
        new BatchSpec(50, true, BatchSpec.RateRule.NONE),
        paced.stop(),
        paced.size(),
        paced.checkpoint(),
        paced.faults(),
        paced.seed());
  }

  /** The same job with these numbers of tasks, and timeouts for a busy machine. */
  static TrainingJob sized(TrainingJob job, int workers, int servers, int replication) {
    return new TrainingJob(
        job.name(),
        job.model(),
        job.data(),
        job.optimizer(),
        job.synchrony(),
        job.batch(),
        job.stop(),
        new SizeSpec(workers, servers, replication),
        job.checkpoint(),
        new FaultSpec(Duration.ofSeconds(10), Duration.ofSeconds(5), 0),
        job.seed());
  }

  private static TrainingJob with(
      TrainingJob job, Synchrony synchrony, StopRule stop, CheckpointSpec checkpoint) {
    return new TrainingJob(
        job.name(),
        job.model(),
        job.data(),
        job.optimizer(),
        synchrony,
        job.batch(),
        stop,
        job.size(),
        checkpoint,
        job.faults(),
        job.seed());
  }

  /** A small network without servers; each step changes all of its parameters. */
  static TrainingJob dense(int workers, OptimizerSpec.Kind optimizer, long steps) {
    return new TrainingJob(
        "dense",
        new ModelSpec(ModelSpec.Kind.MLP, 10, List.of(16), 0, 1e-4, 1, true),
        new DataSpec(new DataSpec.Source.Generated("digits", 600), 64, 12, true),
        OptimizerSpec.of(optimizer, 0.005),
        Synchrony.BSP,
        new BatchSpec(32, false, BatchSpec.RateRule.NONE),
        new StopRule(Optional.empty(), Optional.of(steps), Optional.empty()),
        new SizeSpec(workers, 0, 1),
        new CheckpointSpec(Optional.empty(), Optional.empty(), 2),
        new FaultSpec(Duration.ofSeconds(5), Duration.ofSeconds(1), 0),
        7);
  }

  /** The same job by the truncated Newton method, so well conditioned that floats decide little. */
  static TrainingJob newton(TrainingJob job) {
    return new TrainingJob(
        "newton",
        new ModelSpec(ModelSpec.Kind.LOGISTIC, 2, List.of(), 0, 0.05, 1, true),
        job.data(),
        OptimizerSpec.of(OptimizerSpec.Kind.NEWTON, 1),
        job.synchrony(),
        BatchSpec.ALL,
        job.stop(),
        job.size(),
        job.checkpoint(),
        job.faults(),
        job.seed());
  }
}
