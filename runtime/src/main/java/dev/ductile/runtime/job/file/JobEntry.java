package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.CheckpointSpec;
import dev.ductile.runtime.job.FaultSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.job.StopRule;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.text.Matching;
import dev.ductile.text.NumberBounds;
import java.time.Duration;
import java.util.Optional;

/**
 * A training job: a model, its data, and the processes that train it.
 *
 * @param kind the kind of the file, for tools and messages; known by its keys if it is absent
 * @param job the job's name; that of the file if it is absent
 * @param model the model
 * @param data the training data
 * @param optimizer the optimizer; if it is absent, adam for an mlp and adagrad for other models
 * @param synchrony how many steps workers may be apart; bsp if it is absent
 * @param batch the number of examples of a step; 256 if it is absent, and always all of them with
 *     newton
 * @param stop the end of the training; after 10 epochs if it is absent, and after 30 with newton
 * @param workers the first number of workers; 2 if it is absent
 * @param servers the first number of parameter servers; as many as replication if it is absent; 0
 *     means all-reduce among the workers
 * @param replication the number of servers that hold each parameter; 1 if it is absent
 * @param checkpoint the checkpoints that are saved during training; every 30 seconds if it is
 *     absent
 * @param faults the limits after which a task counts as failed
 * @param seed the seed of all randomness in the job; 1 if it is absent
 * @param validation examples by which each checkpoint is evaluated and from which nothing is learnt
 */
record JobEntry(
    Optional<Word> kind,
    Optional<@Matching(TrainingJob.NAMES) String> job,
    ModelEntry model,
    DataEntry data,
    Optional<OptimizerEntry> optimizer,
    Optional<Synchrony> synchrony,
    Optional<BatchEntry> batch,
    Optional<StopRule> stop,
    Optional<@NumberBounds(least = 1) Integer> workers,
    Optional<@NumberBounds(least = 0) Integer> servers,
    Optional<@NumberBounds(least = 1) Integer> replication,
    Optional<CheckpointSpec> checkpoint,
    Optional<FaultSpec> faults,
    Optional<Long> seed,
    Optional<ValidationEntry> validation) {
  /** The kind of the file. */
  enum Word {
    TRAINING_JOB
  }

  private static final int DEFAULT_EPOCHS = 10;

  /** Newton converges at a constant ratio, so it needs more passes. */
  private static final int DEFAULT_PASSES = 30;

  private static final int DEFAULT_WORKERS = 2;
  private static final Duration DEFAULT_CHECKPOINT = Duration.ofSeconds(30);

  /** The checkpoints of a job that says nothing about them. */
  private static final CheckpointSpec CHECKPOINT =
      new CheckpointSpec(
          Optional.of(DEFAULT_CHECKPOINT), Optional.empty(), CheckpointSpec.DEFAULT.keep());

  SizeSpec size() {
    return size(workers, servers, replication);
  }

  /** The size of a job in which some of the numbers may be absent. */
  static SizeSpec size(
      Optional<Integer> workers, Optional<Integer> servers, Optional<Integer> replication) {
    int copies = replication.orElse(1);
    int serverCount = servers.orElse(copies);
    if (copies > Math.max(1, serverCount)) {
      throw new IllegalArgumentException(
          "replication of %d needs as many servers, not %d".formatted(copies, serverCount));
    }
    return new SizeSpec(workers.orElse(DEFAULT_WORKERS), serverCount, copies);
  }

  StopRule stop(OptimizerSpec.Kind kind) {
    int epochs = kind.takesAllExamples() ? DEFAULT_PASSES : DEFAULT_EPOCHS;
    return stop.orElseGet(
        () -> new StopRule(Optional.of(epochs), Optional.empty(), Optional.empty()));
  }

  CheckpointSpec checkpoints() {
    return checkpoint.orElse(CHECKPOINT);
  }
}
