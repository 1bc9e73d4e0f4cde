package dev.ductile.runtime.job;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A training job as its file describes it; the same for every process of the job.
 *
 * @param seed of all randomness in it: initial parameters, order of examples, generated data
 * @param validation the examples that are held out
 */
public record TrainingJob(
    String name,
    ModelSpec model,
    DataSpec data,
    OptimizerSpec optimizer,
    Synchrony synchrony,
    BatchSpec batch,
    StopRule stop,
    SizeSpec size,
    CheckpointSpec checkpoint,
    FaultSpec faults,
    long seed,
    Optional<ValidationSpec> validation) {
  /** The names that a job may have, as a regular expression. */
  public static final String NAMES = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";

  private static final Pattern NAME = Pattern.compile(NAMES);

  public TrainingJob {
    requireName(name);
    if (size.isAllReduce() && synchrony.kind() != Synchrony.Kind.BSP) {
      throw new IllegalArgumentException(
          "synchrony must be bsp if servers are 0, for an all-reduce is a barrier");
    }
    if (size.isAllReduce() && batch.perWorker()) {
      throw new IllegalArgumentException(
          "batch must be of all workers together if servers are 0, not perWorker");
    }
    if (optimizer.kind().takesAllExamples()) {
      requireNewton(model, synchrony, batch);
    }
  }

  /** A job without held-out examples. */
  public TrainingJob(
      String name,
      ModelSpec model,
      DataSpec data,
      OptimizerSpec optimizer,
      Synchrony synchrony,
      BatchSpec batch,
      StopRule stop,
      SizeSpec size,
      CheckpointSpec checkpoint,
      FaultSpec faults,
      long seed) {
    this(
        name,
        model,
        data,
        optimizer,
        synchrony,
        batch,
        stop,
        size,
        checkpoint,
        faults,
        seed,
        Optional.empty());
  }

  private static void requireNewton(ModelSpec model, Synchrony synchrony, BatchSpec batch) {
    if (!model.kind().isSmooth()) {
      throw new IllegalArgumentException(
          "optimizer newton trains logistic, svm, linear, ridge and huber, not %s"
              .formatted(model.kind().name().toLowerCase(Locale.ROOT)));
    }
    if (model.l1() > 0) {
      throw new IllegalArgumentException(
          "optimizer newton needs l1 to be 0, not %s: use adagrad or adam with l1"
              .formatted(model.l1()));
    }
    if (synchrony.kind() != Synchrony.Kind.BSP) {
      throw new IllegalArgumentException(
          "optimizer newton needs synchrony bsp, for each step adds up the gradients of all workers");
    }
    if (!batch.isAll()) {
      throw new IllegalArgumentException(
          "optimizer newton takes all examples in each step: leave batch out");
    }
  }

  public TrainingJob withSize(int workers, int servers) {
    return with(data, size.with(workers, servers), validation);
  }

  /** The same job with data of this version. */
  public TrainingJob withDataVersion(String version) {
    return with(data.withVersion(version), size, validation);
  }

  /** The same job, evaluated by these examples. */
  public TrainingJob withValidation(ValidationSpec by) {
    return with(data, size, Optional.of(by));
  }

  private TrainingJob with(
      DataSpec otherData, SizeSpec otherSize, Optional<ValidationSpec> otherValidation) {
    return new TrainingJob(
        name,
        model,
        otherData,
        optimizer,
        synchrony,
        batch,
        stop,
        otherSize,
        checkpoint,
        faults,
        seed,
        otherValidation);
  }

  /** The share of the data that is left out of training. */
  public double heldOutShare() {
    return validation
        .map(by -> by instanceof ValidationSpec.Share(double share) ? share : 0.0)
        .orElse(0.0);
  }

  /**
   * Whether the number of the step alone determines a batch; otherwise each split is read by a
   * cursor of its own.
   */
  public boolean readsBySteps() {
    return synchrony.kind() == Synchrony.Kind.BSP && !batch.perWorker();
  }

  /** Refuses a name that no job can have. */
  public static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "job must be up to 100 letters, digits, dots and dashes, not \"" + name + "\"");
    }
  }
}
