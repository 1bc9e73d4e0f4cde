package dev.ductile.cli;

import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.training.Training;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Improves a model by reinforcement. */
@Command(
    name = "reinforce",
    mixinStandardHelpOptions = true,
    header = "Improves a model by reinforcement in simulations.",
    description = {
      "",
      "The model decides and explores, and learns from the progress of the jobs in each slot. The"
          + " result is another model with the whole history. Ctrl-C saves the model so far."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile learn reinforce drf.model --scenario examples/learning.yaml -o better.model"
    })
final class LearnReinforceCommand implements Callable<Integer> {
  @Parameters(paramLabel = "MODEL", description = "The model to improve; it is not changed.")
  private Path file = Path.of("");

  @Mixin private final TrainingOptions options = new TrainingOptions();

  @Override
  public Integer call() {
    LearnedModel model = ModelArgument.read(file);
    Training training = options.training(options.catalog());
    return options.train(
        listener -> training.reinforce(model, options.seed(), options.episodes(), listener));
  }
}
