package dev.ductile.bench.dl2;

import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.training.LearnedPolicy;
import dev.ductile.learned.training.Training;
import dev.ductile.learned.training.TrainingListener;
import dev.ductile.learned.training.TrainingSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** The policy of a line; one that learns is trained by rewards alone, with several networks. */
final class TrainedChoices {
  private static final int NETWORKS = 3;
  private static final int EPISODES = 150;

  private TrainedChoices() {}

  /** The choices that take turns over the seeds. */
  static List<Choice> of(String policy, Scenario scenario, Catalog catalog) {
    Optional<LearnedPolicy> learned = LearnedPolicy.named(policy);
    if (learned.isEmpty()) {
      return List.of(Choice.ofLine(policy));
    }
    var training = new Training(scenario, catalog, scenario.name(), "bench");
    return LongStream.rangeClosed(1, NETWORKS)
        .parallel()
        .mapToObj(network -> trained(learned.get(), training, network))
        .toList();
  }

  private static Choice trained(LearnedPolicy policy, Training training, long network) {
    TrainingSettings settings = TrainingSettings.DEFAULTS;
    LearnedModel start = training.untrained(policy, Choice.named("drf"), settings, network);
    LearnedModel model =
        training.reinforce(start, settings, network, EPISODES, TrainingListener.NONE);
    return Choice.named(policy.policy())
        .with("model", written(model).toString())
        .with("check", "false");
  }

  private static Path written(LearnedModel model) {
    try {
      Path file = Files.createTempFile("dl2", ".model");
      file.toFile().deleteOnExit();
      ModelFile.write(file, model);
      return file;
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
