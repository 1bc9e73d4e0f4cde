package dev.ductile.reproductions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.training.ModelSettings;
import dev.ductile.learned.training.Training;
import dev.ductile.learned.training.TrainingSettings;
import dev.ductile.reproductions.experiment.ExperimentRunner;
import dev.ductile.reproductions.experiment.Grid;
import dev.ductile.reproductions.training.TrainingContext;
import dev.ductile.scenario.Catalog;
import dev.ductile.simulator.Experiment.ProgressListener;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reproductions that train the models which they compare. */
class TrainingTest {
  private static final String TRAINED =
      """
      title: Time
      paper: {authors: Example et al., venue: an example, year: 2020}
      figure: Fig. 1
      x: {label: Slots}
      y: {label: Time, unit: hours}
      experiment:
        simulate: scenario.yaml
        trainings:
          imitated: {imitate: drf, episodes: 3, settings: {jobs: 4, types: 2, hidden: [4], imitation: {passes: 1, corrected: 0}}}
          improved: {from: imitated, episodes: 2, settings: {reinforcement: {replay: {entropy: 0.01}}}}
          early: {from: imitated, episodes: 2, settings: {reinforcement: {replay: {entropy: 0.01}}}, until: = x}
          unused: {imitate: fifo}
        measure: mean-completion
        x: [1, 100000]
        lines:
          - {name: drf, policy: drf}
          - {name: imitated, policy: {name: dl2, model: = imitated}}
          - {name: improved, policy: {name: dl2, model: = improved}}
          - {name: early, policy: {name: dl2, model: = early}}
        seeds: [11, 12, 13]
        networks: [1, 2]
      claims: [{claim: so, checks: [{line: drf, above: 0}]}]
      """;

  private static final String SCENARIO =
      """
      cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
      workload:
        generate:
          jobs: 8
          arrivals: {poisson: {perHour: 6}}
          mix:
            - name: job
              worker: {gpu: 1}
              bounds: {workers: {max: 4}}
              work: {lognormal: {median: 4000, sigma: 0.5}}
              speed: {model: linear, stepsPerSecond: 1, exponent: 0.8}
      policies: [fifo]
      decisions: {every: 20m}
      """;

  @TempDir private Path folder;

  @Test
  void theNetworksTakeTurnsOverTheSeeds() {
    run(TRAINED, folder.resolve("models"), 2);

    assertThat(models("improved"))
        .extracting(model -> model.settings(ModelSettings.class).seed())
        .containsExactly(1L, 2L);
    assertThat(models("improved"))
        .extracting(model -> model.history().inputsHash())
        .as("both learn from the same jobs")
        .containsOnly(models("improved").getFirst().history().inputsHash());
  }

  @Test
  void onlyTheModelsThatPoliciesNameAreTrained() {
    run(TRAINED, folder.resolve("models"), 1);

    assertThat(models("unused")).isEmpty();
  }

  @Test
  void aTrainingContinuesAnotherWithItsOwnSettings() {
    run(TRAINED, folder.resolve("models"), 1);

    LearnedModel model = models("improved").getFirst();
    assertThat(model.history().curve()).hasSize(3 + 2);
    TrainingSettings settings = Training.settings(model);
    assertThat(settings.hidden()).containsExactly(4);
    assertThat(settings.reinforcement().replay().entropy()).isEqualTo(0.01);
  }

  @Test
  void aTrainingNamesItsPolicyAndItsSuccessorsKeepIt() {
    run(
        TRAINED
            .replace("imitated: {imitate", "imitated: {policy: sets, imitate")
            .replace("name: dl2", "name: sets"),
        folder.resolve("models"),
        1);

    assertThat(models("imitated").getFirst().policy()).isEqualTo("sets");
    assertThat(models("improved").getFirst().policy()).isEqualTo("sets");
  }

  @Test
  void aTypeThatIsMetLaterGetsAColumnOfItsOwn() {
    String met = "improved: {set: {workload.generate.mix.0.name: other}, from:";
    run(TRAINED.replace("improved: {from:", met), folder.resolve("models"), 1);

    assertThat(models("imitated").getFirst().jobTypes()).containsExactly("job");
    assertThat(models("improved").getFirst().jobTypes()).containsExactly("job", "other");
  }

  @Test
  void anEarlyModelIsThatAfterTheFirstEpisodeWithSoManySlots() {
    run(TRAINED, folder.resolve("models"), 1);

    List<Long> slots =
        models("early").stream().map(model -> (long) model.history().curve().size()).toList();
    assertThat(slots).containsExactlyInAnyOrder(1L, 1L, 5L, 5L);
  }

  @Test
  void theSameFileGivesTheSameNumbersAndModelsWithAnyNumberOfThreads() throws IOException {
    Grid one = run(TRAINED, folder.resolve("models"), 1);
    Map<String, byte[]> models = contents(folder.resolve("models"));
    Grid four = run(TRAINED, folder.resolve("others"), 4);

    assertThat(four.rows()).isEqualTo(one.rows());
    assertThat(contents(folder.resolve("others"))).containsExactlyInAnyOrderEntriesOf(models);
  }

  @Test
  void modelsThatWereKeptAreNotTrainedAgain() throws IOException {
    Grid first = run(TRAINED, folder.resolve("models"), 2);
    var episodes = new ArrayList<Integer>();
    Grid second =
        run(
            TRAINED,
            2,
            new TrainingContext(
                Optional.of(folder.resolve("models")), "", (_, planned) -> episodes.add(planned)));

    assertThat(second.rows()).isEqualTo(first.rows());
    assertThat(episodes).containsOnly(0);
  }

  @Test
  void progressEndsWithAllEpisodes() {
    var done = new ArrayList<Integer>();
    run(TRAINED, 2, new TrainingContext(Optional.empty(), "", (now, _) -> done.add(now)));

    // Of each network: the early model is taken from the same training.
    assertThat(done).isSorted().endsWith(2 * (3 + 2));
  }

  @Test
  void trainingLeavesTheSeedsOfTheRunsOut() {
    run(TRAINED.replace("[11, 12, 13]", "[1, 2]"), folder.resolve("models"), 1);
    String others = models("imitated").getFirst().history().inputsHash();
    run(TRAINED, folder.resolve("others"), 1);

    assertThat(models("others", "imitated").getFirst().history().inputsHash()).isNotEqualTo(others);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "from: imitated, | from: imitatd, | the training \"improved\" continues \"imitatd\", which is no training before it; did you mean \"imitated\"?",
        "imitate: fifo | imitate: fifo, from: early | leave out imitate or from",
        "from: imitated, | policy: sets, from: imitated, | leave out policy or from",
        "imitate: drf | policy: dl3, imitate: drf | dl3",
        "imitate: drf | imitate: dfr | unknown policy \"dfr\"; did you mean \"drf\"?",
        "passes: 1 | pases: 1 | unknown key \"pases\" in experiment.trainings.imitated.settings.imitation; did you mean \"passes\"?",
        "model: = imitated | model: = imitatd | unknown quantity \"imitatd\"; did you mean \"imitated\"?",
        "episodes: 3 | episodes: none | episodes must be a whole number, not \"none\"",
        "episodes: 3 | episodes: 0 | episodes must be between 1 and 1000000, not 0",
        "measure: | let: {early: 1}\\n  measure: | \"early\" is a quantity in let",
        "simulate: scenario.yaml | simulate: scenario.yaml\\n  set: {decisions: {every: 0s}} | need a slot"
      })
  void aMistakeIsReportedBeforeTheFirstTraining(String good, String bad, String told) {
    Path models = folder.resolve("models");

    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> run(TRAINED.replace(good, bad.replace("\\n", "\n")), models, 1))
        .withMessageContaining(told);
    assertThat(models)
        .satisfiesAnyOf(
            path -> assertThat(path).doesNotExist(), path -> assertThat(path).isEmptyDirectory());
  }

  private Grid run(String text, Path models, int threads) {
    return run(text, threads, new TrainingContext(Optional.of(models), "", ProgressListener.NONE));
  }

  private Grid run(String text, int threads, TrainingContext context) {
    try {
      Files.writeString(folder.resolve("scenario.yaml"), SCENARIO);
      Path file = Files.writeString(folder.resolve("nobody-fig-1.yaml"), text);
      var runner =
          new ExperimentRunner(Catalog.installed(), threads, ProgressListener.NONE, context);
      return Reproduced.of(ReproductionFile.read(file, false), runner).grid();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<LearnedModel> models(String training) {
    return models("models", training);
  }

  private List<LearnedModel> models(String place, String training) {
    try (Stream<Path> files = Files.list(folder.resolve(place))) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith(training + "-"))
          .sorted()
          .map(ModelFile::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, byte[]> contents(Path place) throws IOException {
    var contents = new HashMap<String, byte[]>();
    try (Stream<Path> files = Files.list(place)) {
      for (Path file : files.toList()) {
        contents.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
      }
    }
    return contents;
  }
}
