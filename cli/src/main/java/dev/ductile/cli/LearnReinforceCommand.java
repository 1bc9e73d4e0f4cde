package dev.ductile.cli;

import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.training.LearnedPolicy;
import dev.ductile.learned.training.Training;
import dev.ductile.learned.training.TrainingSettings;
import dev.ductile.scenario.Choice;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Trains a model by reinforcement. */
@Command(
    name = "reinforce",
    mixinStandardHelpOptions = true,
    header = "Trains a model by reinforcement in simulations.",
    description = {
      "",
      "The model decides and explores, and learns from the rewards of each slot. The result is"
          + " another model with the whole history. Without MODEL, a new model starts from random"
          + " weights. Ctrl-C saves the model so far."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile learn reinforce drf.model \\",
      "      --scenario examples/learning.yaml -o better.model",
      "  ductile learn reinforce --scenario examples/learning.yaml -o alone.model",
      "  ductile learn reinforce --policy sets \\",
      "      --scenario examples/learning.yaml -o sets.model"
    })
final class LearnReinforceCommand implements Callable<Integer> {
  /** The policy that decides in place of a model without a teacher. */
  private static final Choice TEACHER = Choice.named("drf");

  private static final int EPISODES = 300;

  @Parameters(
      arity = "0..1",
      paramLabel = "MODEL",
      description = "The model to improve; it is not changed.")
  private Optional<Path> file = Optional.empty();

  @Mixin private final LearnedPolicyOption policy = new LearnedPolicyOption();
  @Mixin private final TrainingOptions options = new TrainingOptions();

  @Override
  public Integer call() {
    if (file.isEmpty()) {
      TrainingSettings chosen = options.settings();
      LearnedPolicy learned = policy.policy();
      Training training = options.training(options.catalog());
      return train(training, training.untrained(learned, TEACHER, chosen, options.seed()), chosen);
    }
    if (policy.isGiven()) {
      throw new InputException("MODEL keeps its policy; leave out --policy");
    }
    LearnedModel model = ModelArgument.trainable(file.get());
    TrainingSettings changed = options.settings(model);
    return train(options.training(options.catalog()), model, changed);
  }

  private int train(Training training, LearnedModel model, TrainingSettings settings) {
    return options.train(listener ->
        training.reinforce(model, settings, options.seed(), options.episodes(EPISODES), listener));
  }
}
