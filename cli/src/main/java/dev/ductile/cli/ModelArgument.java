package dev.ductile.cli;

import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.model.UnusableModelException;
import dev.ductile.text.InputException;
import java.nio.file.Path;

/** Reads the model that a command line names. */
final class ModelArgument {
  private ModelArgument() {}

  static LearnedModel read(Path file) {
    try {
      return ModelFile.read(file);
    } catch (UnusableModelException problem) {
      throw new InputException(problem.getMessage(), problem);
    }
  }
}
