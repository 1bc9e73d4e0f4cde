package dev.ductile.cli;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Event;
import dev.ductile.cli.train.Interruption;
import dev.ductile.cli.train.RunView;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.Run;
import dev.ductile.learned.model.CurvePoint;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.training.LearnedPolicy;
import dev.ductile.learned.training.Training;
import dev.ductile.learned.training.TrainingListener;
import dev.ductile.learned.training.TrainingSettings;
import dev.ductile.learned.training.TrainingSettingsText;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A model that learns from a run with real processes. */
@Tag("process")
@Timeout(120)
final class LiveLearningTest {
  private static final Catalog CATALOG = Catalog.installed();

  /** The value network changes after three slots, and both networks after six. */
  private static final List<String> SETTINGS =
      List.of(
          "jobs=4",
          "hidden=[16]",
          "reinforcement.afterstate.slots=3",
          "reinforcement.afterstate.preparation=1",
          "reinforcement.afterstate.sampled=1");

  private static final String WITH_THE_MODEL =
      "policies: [{name: dl2, model: start.model, explore: true, check: false}]";

  /** Continues from the step that it has saved, because exploration stops it again and again. */
  private static final String PROGRAM =
      "f=$DUCTILE_CHECKPOINT_DIR/step; i=$(cat $f 2> /dev/null || echo 0);"
          + " while [ $i -lt 15 ]; do i=$((i + 1)); echo $i > $f; echo '{\\\"step\\\": '$i'}'; sleep 0.1; done";

  @TempDir private Path folder;

  private final List<String> said = new CopyOnWriteArrayList<>();
  private final RunListeners listeners =
      RunListeners.of(new RunView(said::add, Optional.empty(), () -> 0), false);

  @ParameterizedTest
  @EnumSource
  void theNetworksOfAModelChangeByALiveRunAndTheRunDoesNot(LearnedPolicy policy)
      throws IOException {
    LearnedModel start = start(policy, SETTINGS);
    byte[] before = Files.readAllBytes(folder.resolve("start.model"));

    Run run =
        live(
            "policies: [{name: %s, model: start.model, explore: true, check: false}]\nstability: {minimumRun: 1s}"
                .formatted(policy.policy()));

    LearnedModel better = ModelFile.read(folder.resolve("better.model"));
    assertThat(run.figures().finished()).isEqualTo(6);
    assertThat(better.trained("forecast").steps()).isPositive();
    assertThat(better.trained("policy").steps()).isGreaterThan(start.trained("policy").steps());
    assertThat(better.history().slots()).isGreaterThanOrEqualTo(start.history().slots() + 6);
    List<CurvePoint> curve = better.history().curve();
    assertThat(curve.subList(start.history().curve().size(), curve.size()))
        .hasSizeGreaterThan(1)
        .allSatisfy(
            point -> assertThat(point.figures().get("meanReward")).isNegative().isGreaterThan(-10));
    assertThat(new ModelDescription(better).text(100)).contains("meanReward", "network forecast");
    assertThat(decides(policy)).isEqualTo(6);
    assertThat(Files.readAllBytes(folder.resolve("start.model"))).isEqualTo(before);
    assertThat(RecordedRun.read(folder.resolve("journal"), CATALOG).policyChanges()).isEmpty();
    assertThat(said)
        .noneMatch(line -> line.contains("minimumRun"))
        .anyMatch(line -> line.contains("learns from this run; "))
        .anyMatch(line ->
            line.contains(
                "better.model, after %d slots and %d updates"
                    .formatted(better.history().slots(), better.history().updates())));
  }

  @Test
  void aModelIsImprovedFurtherByTheNextRun() throws IOException {
    start(LearnedPolicy.DL2, SETTINGS);

    live(WITH_THE_MODEL);
    assertThat(said).anyMatch(line -> line.contains("add stability: {minimumRun: ...}"));
    LearnedModel first = ModelFile.read(folder.resolve("better.model"));
    forgetRun();
    live(WITH_THE_MODEL);

    LearnedModel second = ModelFile.read(folder.resolve("better.model"));
    assertThat(second.history().slots()).isGreaterThan(first.history().slots());
    assertThat(second.trained("policy").steps()).isGreaterThan(first.trained("policy").steps());
    assertThat(second.history().curve()).startsWith(first.history().curve().getFirst());
    assertThat(said).anyMatch(line -> line.contains("learns from this run and improves "));
  }

  /** The next run begins at the first step of each job. */
  private void forgetRun() throws IOException {
    Files.delete(folder.resolve("journal"));
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path saved : files.filter(file -> file.endsWith("step")).toList()) {
        Files.delete(saved);
      }
    }
  }

  @Test
  void nothingIsLearnedWhileAnotherPolicyActs() throws IOException {
    start(LearnedPolicy.DL2, SETTINGS);

    live("policies: [fifo]\nshadow: {policy: {name: dl2, model: start.model, explore: true}}");

    assertThat(folder.resolve("better.model")).doesNotExist();
    assertThat(said).anyMatch(line -> line.contains("too few slots were explored for a change"));
  }

  @Test
  void aRunGoesOnWhereItsModelCannotBeWritten() throws IOException {
    start(LearnedPolicy.DL2, SETTINGS);
    Path there = Files.createDirectory(folder.resolve("models"));
    var removal =
        new SchedulerObserver() {
          @Override
          public void happened(Event event) {
            try {
              Files.deleteIfExists(there);
            } catch (IOException problem) {
              throw new UncheckedIOException(problem);
            }
          }
        };

    Run run = live(WITH_THE_MODEL, there.resolve("better.model"), listeners.and(removal));

    assertThat(run.figures().finished()).isEqualTo(6);
    assertThat(said)
        .anyMatch(line -> line.contains("cannot write the model to "))
        .anyMatch(line -> line.contains("better.model is not written: it could not be written"));
  }

  @Test
  void aModelThatCannotLearnFromTheRunIsRefusedBeforeTheRun() throws IOException {
    assertRefused("policies: [fifo]", "no policy of this run explores; add explore: true");
    start(LearnedPolicy.DL2, SETTINGS);
    assertRefused(
        WITH_THE_MODEL.replace("start", "better"), "is the model of a policy of this run");
    assertRefused(
        WITH_THE_MODEL + "\ndecisions: {every: 1m}",
        "trained for decisions every 0.5s, and the run has decisions: {every: 60s}");
    assertRefused(
        WITH_THE_MODEL + "\ndecisions: {every: 500ms, onEvents: true}",
        "leave out onEvents of its decisions");
    start(LearnedPolicy.DL2, List.of("reinforcement.rule=replay"));
    assertRefused(WITH_THE_MODEL, "by the rule afterstate only, and the model has replay");
    start(LearnedPolicy.SETS, SETTINGS);
    Files.move(folder.resolve("start.model"), folder.resolve("better.model"), REPLACE_EXISTING);
    start(LearnedPolicy.DL2, SETTINGS);
    assertThatThrownBy(() -> live(WITH_THE_MODEL))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is a model of the policy sets, but the policy that explores is dl2");
    Files.writeString(folder.resolve("better.model"), "no model");
    assertThatThrownBy(() -> live(WITH_THE_MODEL))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is not a safetensors file");
  }

  private void assertRefused(String policies, String message) throws IOException {
    Files.deleteIfExists(folder.resolve("better.model"));
    if (Files.exists(folder.resolve("start.model"))) {
      Files.copy(folder.resolve("start.model"), folder.resolve("better.model"));
    }
    Scenario scenario = scenario(policies);
    if (!policies.contains("better")) {
      Files.deleteIfExists(folder.resolve("better.model"));
    }
    assertThatThrownBy(() ->
            new LiveLearning(folder.resolve("better.model"), scenario, CATALOG, listeners::note)
                .close())
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  /** A model that has imitated a little. */
  private LearnedModel start(LearnedPolicy policy, List<String> settings) throws IOException {
    TrainingSettings chosen =
        TrainingSettingsText.read(TrainingSettings.DEFAULTS, Optional.empty(), settings);
    var training = new Training(scenario("policies: [fifo]"), CATALOG, "run.yaml", "test");
    LearnedModel model =
        training.imitate(
            training.untrained(policy, Choice.named("fifo"), chosen, 1),
            chosen,
            1,
            10,
            TrainingListener.NONE);
    ModelFile.write(folder.resolve("start.model"), model);
    return model;
  }

  /** The jobs that end in a simulation in which the improved model decides. */
  private int decides(LearnedPolicy policy) throws IOException {
    Choice choice =
        Choice.named(policy.policy())
            .with("model", folder.resolve("better.model").toString())
            .with("check", "false");
    CATALOG.check(choice);
    return new Simulation(scenario("policies: [fifo]"), CATALOG)
        .run(choice, 1, 1, false, SchedulerObserver.NONE)
        .figures()
        .finished();
  }

  private Run live(String policies) throws IOException {
    return live(policies, folder.resolve("better.model"), listeners);
  }

  private Run live(String policies, Path learned, RunListeners all) throws IOException {
    var run =
        new FidelityRun(
            scenario(policies),
            CATALOG,
            BundledPrograms.beside(folder.resolve("run.yaml")),
            new RunFolder(folder),
            new UnfinishedRun("run", false, Optional.empty()),
            Optional.empty(),
            Optional.empty(),
            Optional.of(learned),
            "run");
    try (var interruption = new Interruption(Duration.ofHours(1)).listen()) {
      return run.ended(all, interruption).orElseThrow();
    } catch (IOException | RuntimeException problem) {
      throw problem;
    } catch (Exception problem) {
      throw new IllegalStateException(problem);
    }
  }

  /** Six jobs on two GPUs, whose programs report their steps. */
  private Scenario scenario(String policies) throws IOException {
    var text =
        new StringBuilder("cluster: {nodes: [{count: 1, resources: {gpu: 2}}]}\n")
            .append(policies)
            .append(policies.contains("decisions") ? "\n" : "\ndecisions: {every: 500ms}\n")
            .append("limits: {horizon: 1m}\nworkload:\n  jobs:\n");
    for (int job = 0; job < 6; job++) {
      text.append(
          """
              - id: job-%d
                worker: {gpu: 1}
                work: {total: 15}
                speed: {model: constant, stepsPerSecond: 10}
                program: {command: [sh, -c, "%s"]}
          """
              .formatted(job, PROGRAM));
    }
    return ScenarioFile.read(Files.writeString(folder.resolve("run.yaml"), text), CATALOG);
  }
}
