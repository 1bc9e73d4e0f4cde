package dev.ductile.cli;

import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.model.UnusableModelException;
import dev.ductile.learned.training.LearnedPolicy;
import dev.ductile.learned.training.Training;
import dev.ductile.text.InputException;
import java.nio.file.Path;

/** Reads the model that a command line names. */
final class ModelArgument {
  private ModelArgument() {}

  /** A model of a policy that may train on. */
  static LearnedModel trainable(Path file) {
    LearnedModel model = read(file);
    try {
      LearnedPolicy.parts(file.toString(), model);
      Training.settings(model);
      return model;
    } catch (UnusableModelException problem) {
      throw new InputException(problem.getMessage(), problem);
    } catch (IllegalArgumentException problem) {
      throw new InputException(
          "%s: %s; train a new model".formatted(file, problem.getMessage()), problem);
    }
  }

  static LearnedModel read(Path file) {
    try {
      return ModelFile.read(file);
    } catch (UnusableModelException problem) {
      throw new InputException(problem.getMessage(), problem);
    }
  }
}
