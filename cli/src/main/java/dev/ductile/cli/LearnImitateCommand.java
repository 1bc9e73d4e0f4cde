package dev.ductile.cli;

import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.training.LearnedPolicy;
import dev.ductile.learned.training.Training;
import dev.ductile.learned.training.TrainingSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains a model to imitate a policy. */
@Command(
    name = "imitate",
    mixinStandardHelpOptions = true,
    header = "Trains a model that decides as another policy does.",
    description = {
      "",
      "Simulates the scenario under the teacher, and trains a network on its decisions; in later"
          + " runs the network decides and the teacher corrects it. Ctrl-C saves the model so far."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile learn imitate --teacher drf \\",
      "      --scenario examples/learning.yaml -o drf.model",
      "  ductile learn imitate --policy sets --teacher optimus \\",
      "      --scenario examples/learning.yaml -o sets.model",
      "  ductile learn imitate --from drf.model \\",
      "      --scenario examples/learning.yaml -o longer.model"
    })
final class LearnImitateCommand implements Callable<Integer> {
  private static final int EPISODES = 20;

  @Option(
      names = "--teacher",
      paramLabel = "NAME",
      completionCandidates = Known.Policies.class,
      description =
          "The policy to imitate, with its settings after its name: 'marginal urgency=1' (default:"
              + " drf, or the teacher of --from).")
  private Optional<String> teacher = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "MODEL",
      description =
          "Continues the training of this model; its settings stay unless they are named.")
  private Optional<Path> from = Optional.empty();

  @Mixin private final LearnedPolicyOption policy = new LearnedPolicyOption();
  @Mixin private final TrainingOptions options = new TrainingOptions();

  @Override
  public Integer call() {
    Catalog catalog = options.catalog();
    if (from.isPresent()) {
      if (teacher.isPresent() || policy.isGiven()) {
        throw new InputException(
            "--from keeps the policy and the teacher of its model; leave out --policy and --teacher");
      }
      var model = ModelArgument.trainable(from.get());
      TrainingSettings changed = options.settings(model);
      Training training = options.training(catalog);
      return options.train(listener ->
          training.imitate(model, changed, options.seed(), options.episodes(EPISODES), listener));
    }
    Choice choice = PolicyOptions.named(List.of(teacher.orElse("drf"))).getFirst();
    catalog.check(choice);
    LearnedPolicy learned = policy.policy();
    TrainingSettings chosen = options.settings();
    Training training = options.training(catalog);
    LearnedModel start = training.untrained(learned, choice, chosen, options.seed());
    return options.train(listener ->
        training.imitate(start, chosen, options.seed(), options.episodes(EPISODES), listener));
  }
}
