package dev.ductile.cli;

import dev.ductile.cli.train.Interruption;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.training.Training;
import dev.ductile.learned.training.TrainingListener;
import dev.ductile.learned.training.TrainingSettings;
import dev.ductile.learned.training.TrainingSettingsText;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that train a model. */
final class TrainingOptions {
  /** After a signal, the process waits this long for the end of an episode. */
  private static final Duration LEAST_STOP = Duration.ofHours(1);

  private static final int MOST_EPISODES = 1_000_000;

  @Option(
      names = "--scenario",
      required = true,
      paramLabel = "FILE",
      description = "The scenario to train on; its own seeds are left for the evaluation.")
  private Path scenario = Path.of("");

  @Writes(Writes.Kind.FILE)
  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "MODEL",
      description =
          "Writes the trained model; {name: dl2, model: MODEL} is then a policy, or sets.")
  private Path output = Path.of("");

  @Option(
      names = "--episodes",
      paramLabel = "N",
      description = "The simulated runs to train on (default: 20 to imitate, 300 to reinforce).")
  private Optional<Integer> episodes = Optional.empty();

  @Option(
      names = "--settings",
      paramLabel = "FILE",
      description =
          "The settings of the training that differ from the model's, or from the defaults, in YAML"
              + " or JSON.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "SETTING=VALUE",
      description =
          "One setting of the training: jobs=20, hidden=[64,64], imitation.rate=0.0005,"
              + " reinforcement.rule=clipped.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "The seed of weights and draws; the same seed gives the same model (default:"
              + " ${DEFAULT-VALUE}).")
  private long seed;

  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Console console = new Console();

  Catalog catalog() {
    return plugins.catalog();
  }

  long seed() {
    return seed;
  }

  /**
   * The simulated runs to train on.
   *
   * @param usual if their number is not given
   */
  int episodes(int usual) {
    return episodes.orElse(usual);
  }

  /** The settings of a new model. */
  TrainingSettings settings() {
    return TrainingSettingsText.read(TrainingSettings.DEFAULTS, file, settings);
  }

  /** The settings of the next training of a model. */
  TrainingSettings settings(LearnedModel model) {
    TrainingSettings before = Training.settings(model);
    TrainingSettings after = TrainingSettingsText.read(before, file, settings);
    try {
      return after.requireSizesOf(before);
    } catch (IllegalArgumentException broken) {
      throw new InputException(String.valueOf(broken.getMessage()), broken);
    }
  }

  /** The training on the scenario. */
  Training training(Catalog catalog) {
    int given = episodes.orElse(1);
    if (given < 1 || given > MOST_EPISODES) {
      throw new InputException(
          "--episodes must be between 1 and %d, not %d".formatted(MOST_EPISODES, given));
    }
    try {
      return new Training(
          ScenarioFile.read(scenario, catalog), catalog, scenario.toString(), Version.ofDuctile());
    } catch (IllegalArgumentException broken) {
      throw new InputException("%s: %s".formatted(scenario, broken.getMessage()), broken);
    }
  }

  /** Trains a model and writes it, also after Ctrl-C. */
  int train(Function<TrainingListener, LearnedModel> training) {
    try (var interruption = new Interruption(LEAST_STOP).listen()) {
      interruption.whenRequested(() ->
          console.note("stops after this episode; Ctrl-C again ends at once, without a model"));
      interruption.whenRepeated(() -> Runtime.getRuntime().halt(Interruption.BY_CTRL_C));
      console.note("trains on %s; Ctrl-C saves the model so far".formatted(scenario));
      LearnedModel model = watched(training, interruption);
      ModelFile.write(output, model);
      console.note(
          "model: %s, after %d slots and %d updates"
              .formatted(output, model.history().slots(), model.history().updates()));
      return ExitStatus.OK;
    }
  }

  private LearnedModel watched(
      Function<TrainingListener, LearnedModel> training, Interruption interruption) {
    try (var meter = new ProgressMeter(console.isWatched())) {
      return training.apply(new Watched(meter, interruption));
    }
  }

  /** Shows progress, and stops at a signal. */
  private record Watched(ProgressMeter meter, Interruption interruption)
      implements TrainingListener {
    @Override
    public void trained(int done, int planned) {
      meter.runs(done, planned);
    }

    @Override
    public boolean isStopped() {
      return interruption.isRequested();
    }
  }
}
