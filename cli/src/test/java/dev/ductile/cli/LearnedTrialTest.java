package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.cli.train.Interruption;
import dev.ductile.cli.train.RunView;
import dev.ductile.history.EventCodec;
import dev.ductile.history.FileJournal;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.Run;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.training.Training;
import dev.ductile.learned.training.TrainingListener;
import dev.ductile.learned.training.TrainingSettings;
import dev.ductile.learned.training.TrainingSettingsText;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A trained network on trial behind drf, in a run with real processes. */
@Tag("process")
@Timeout(120)
final class LearnedTrialTest {
  /** One GPU, on which the shortest job is to go first. */
  private static final String TRAINING =
      """
      cluster: {nodes: [{count: 1, resources: {gpu: 1}}]}
      policies: [srtf]
      decisions: {every: 200ms}
      workload:
        generate:
          jobs: 9
          arrivals: {poisson: {perHour: 20000}}
          mix:
            - {name: job, worker: {gpu: 1}, work: {lognormal: {median: 4, sigma: 0.5}}, speed: {model: constant, stepsPerSecond: 10}}
      """;

  private static final List<String> SETTINGS =
      List.of("jobs=9", "types=1", "hidden=[32]", "imitation.batch=32", "imitation.rate=0.005");
  private static final int EPISODES = 40;
  private static final Catalog CATALOG = Catalog.installed();

  @TempDir private static Path trained;
  @TempDir private Path folder;

  private final List<String> said = new ArrayList<>();
  private final RunListeners listeners =
      RunListeners.of(new RunView(said::add, Optional.empty(), () -> 0), false);

  @BeforeAll
  static void train() throws IOException {
    Path file = Files.writeString(trained.resolve("training.yaml"), TRAINING);
    TrainingSettings settings =
        TrainingSettingsText.read(TrainingSettings.DEFAULTS, Optional.empty(), SETTINGS);
    ModelFile.write(
        trained.resolve("srtf.model"),
        new Training(ScenarioFile.read(file, CATALOG), CATALOG, "training.yaml", "test")
            .imitate(Choice.named("srtf"), settings, 1, EPISODES, TrainingListener.NONE));
  }

  @BeforeEach
  void copyModel() throws IOException {
    Files.copy(trained.resolve("srtf.model"), folder.resolve("srtf.model"));
  }

  @Test
  void aNetworkThatIsBetterThanItsTeacherInReplaysIsPromoted() throws IOException {
    Scenario scenario = scenario("job", 1, 1);

    Run run = live(scenario);

    assertThat(run.figures().finished()).isEqualTo(9);
    assertThat(changes())
        .singleElement()
        .satisfies(change -> {
          assertThat(change.policy()).startsWith("dl2 model=");
          assertThat(change.why())
              .startsWith("dl2 is promoted: in replays of 3 windows of the recorded jobs, ")
              .contains("differs from that under drf by -");
        });
    assertThat(Files.readAllLines(folder.resolve("shadow.jsonl")))
        .anyMatch(line -> line.contains("\"mode\":\"shadow\",\"acting\":\"drf\",\"shadow\":\"dl2"))
        .anyMatch(line -> line.contains("\"kind\":\"evaluation\",\"better\":true"))
        .anyMatch(line -> line.contains("\"mode\":\"acting\",\"acting\":\"dl2"));
  }

  @Test
  void aNetworkGivesWayToItsTeacherWhereItHasNeverSeenTheJobs() throws IOException {
    Scenario scenario = scenario("stranger", 0.2, 1);
    promoted(scenario);

    Run run = live(scenario);

    assertThat(run.figures().finished()).isEqualTo(9);
    assertThat(changes()).hasSize(2);
    assertThat(changes().getLast().policy()).isEqualTo("drf");
    assertThat(changes().getLast().why())
        .startsWith("dl2 gives way: ")
        .contains("is of the type stranger, which is not in training");
    assertThat(said).anyMatch(line -> line.contains("drf decides from now on: dl2 gives way: "));
  }

  /** The programs report no steps, so their jobs seem to make no progress until they end. */
  @Test
  void aNetworkGivesWayToItsTeacherWhereTheRewardDrops() throws IOException {
    Scenario scenario = scenario("job", 1, 0.1);
    promoted(scenario);

    Run run = live(scenario);

    assertThat(run.figures().finished()).isEqualTo(9);
    assertThat(changes().get(1).policy()).isEqualTo("drf");
    assertThat(changes().get(1).why()).startsWith("dl2 gives way: in its last 3 slots, jobs made ");
  }

  @Test
  void aModelThatIsCorruptedWhileItIsInShadowIsNotPromoted() throws IOException {
    Path model = folder.resolve("srtf.model");
    var corruption =
        new SchedulerObserver() {
          @Override
          public void happened(Event event) {
            writeOver(model);
          }
        };

    Run run = live(scenario("job", 1, 1), listeners.with(corruption));

    assertThat(run.figures().finished()).isEqualTo(9);
    assertThat(changes()).isEmpty();
    assertThat(Files.readAllLines(folder.resolve("shadow.jsonl")))
        .anyMatch(line ->
            line.contains("\"better\":false")
                && line.contains("model is unusable")
                && line.contains("is not a safetensors file"));
  }

  private static void writeOver(Path file) {
    try {
      Files.writeString(file, "no model any more");
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /** A journal in which the network was promoted. */
  private void promoted(Scenario scenario) throws IOException {
    Instant now = Instant.now();
    String line = scenario.shadow().orElseThrow().policy().line();
    try (var journal =
        FileJournal.open(folder.resolve("journal"), new EventCodec(CATALOG), _ -> {})) {
      journal.append(
          List.of(
              new Event.NodeUp(now, scenario.nodes().list().getFirst()),
              new Event.PolicySet(now, line, "it was promoted")));
    }
  }

  private Run live(Scenario scenario) throws IOException {
    return live(scenario, listeners);
  }

  private Run live(Scenario scenario, RunListeners all) throws IOException {
    try (var interruption = new Interruption(Duration.ofHours(1)).listen()) {
      var run =
          new LiveRun(
              scenario,
              CATALOG,
              BundledPrograms.beside(folder.resolve("run.yaml")),
              new RunFolder(folder),
              new UnfinishedRun("run", false, Optional.empty()),
              all);
      return run.run(DecisionLimit.watch(), interruption).orElseThrow();
    }
  }

  /**
   * A run of nine jobs. In each window of three, the last one is the shortest.
   *
   * @param type the type of the jobs
   * @param unfamiliar the largest share of unfamiliar decisions
   * @param drop the largest drop of the reward
   */
  private Scenario scenario(String type, double unfamiliar, double drop) throws IOException {
    var text =
        new StringBuilder(
            """
            cluster: {nodes: [{count: 1, resources: {gpu: 1}}]}
            policies: [drf]
            shadow:
              policy: {name: dl2, model: srtf.model}
              promote: {after: 500ms, windows: 3, jobs: 3}
              fallback: {decisions: 3, unfamiliar: %s, poor: 0.9, drop: %s}
            decisions: {every: 200ms, onEvents: true}
            limits: {horizon: 1m}
            workload:
              jobs:
            """
                .formatted(unfamiliar, drop));
    for (int job = 0; job < 9; job++) {
      int steps = 6 - 2 * (job % 3);
      text.append(
          "    - {id: %s-%d, worker: {gpu: 1}, work: {total: %d}, speed: {model: constant, stepsPerSecond: 10}, program: {command: [sh, -c, \"sleep 0.%d\"]}}\n"
              .formatted(type, job, steps, steps));
    }
    return ScenarioFile.read(Files.writeString(folder.resolve("run.yaml"), text), CATALOG);
  }

  private List<Event.PolicySet> changes() throws IOException {
    return RecordedRun.read(folder.resolve("journal"), CATALOG).policyChanges();
  }
}
