package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.data.HeldOutExamples;
import dev.ductile.runtime.job.TrainingJob;
import java.io.IOException;
import java.nio.file.Path;

/** Scores checkpoints of a job by its held-out examples, as {@link Scorer} scores a file. */
public final class HeldOutScorer {
  private final TrainingJob job;
  private final HeldOutExamples examples;

  private HeldOutScorer(TrainingJob job, HeldOutExamples examples) {
    this.job = job;
    this.examples = examples;
  }

  /**
   * Reads the held-out examples of a job, and keeps them in memory.
   *
   * @throws dev.ductile.runtime.data.MalformedDataException if they are malformed, too many, or
   *     none
   */
  public static HeldOutScorer read(TrainingJob job) throws IOException {
    return new HeldOutScorer(job, HeldOutExamples.read(job));
  }

  /** Scores the model of an undamaged checkpoint. */
  public ModelScore score(Path checkpoint) throws IOException {
    var model = SavedModel.of(job, Checkpoints.read(checkpoint), examples.dialect());
    return new Scorer(model).score(examples.pieces());
  }
}
