package dev.ductile.runtime;

import dev.ductile.runtime.checkpoint.HeldOutScorer;
import dev.ductile.runtime.checkpoint.ModelScore;
import dev.ductile.runtime.data.MalformedDataException;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.Validation;
import dev.ductile.runtime.master.saving.Validator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Evaluates checkpoints on disk by the held-out examples of a job, which it reads once. */
final class HeldOutValidator implements Validator {
  private final TrainingJob job;
  private final Consumer<String> warnings;
  private Optional<HeldOutScorer> scorer = Optional.empty();

  /**
   * A validator that has read nothing yet.
   *
   * @param warnings takes the message if held-out examples cannot be read now
   */
  HeldOutValidator(TrainingJob job, Consumer<String> warnings) {
    this.job = job;
    this.warnings = warnings;
  }

  @Override
  public synchronized Optional<Validation> validate(Optional<Checkpoint> checkpoint)
      throws IOException {
    HeldOutScorer known = scorer.isPresent() ? scorer.get() : read();
    scorer = Optional.of(known);
    return checkpoint.isEmpty()
        ? Optional.empty()
        : Optional.of(validation(checkpoint.get(), known));
  }

  private HeldOutScorer read() throws IOException {
    try {
      return HeldOutScorer.read(job);
    } catch (MalformedDataException e) {
      throw e;
    } catch (IOException e) {
      warnings.accept("the held-out examples cannot be read: " + e);
      throw e;
    }
  }

  private static Validation validation(Checkpoint checkpoint, HeldOutScorer scorer)
      throws IOException {
    ModelScore score = scorer.score(Path.of(checkpoint.directory()));
    return new Validation(
        checkpoint.step(), score.loss().orElseThrow(), score.accuracy(), score.examples());
  }
}
