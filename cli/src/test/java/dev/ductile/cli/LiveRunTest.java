package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.cli.train.Interruption;
import dev.ductile.cli.train.RunView;
import dev.ductile.history.EventCodec;
import dev.ductile.history.FileJournal;
import dev.ductile.history.Outcome;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.Run;
import dev.ductile.history.RunSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.text.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run with real processes that ends before its jobs, or resumes that of an earlier command. */
@Tag("process")
@Timeout(120)
final class LiveRunTest {
  private static final String WHY = "the run is at its limit of 2s (horizon)";

  /** One job runs, one does not fit, and one is submitted after the end. */
  private static final String SCENARIO =
      """
      cluster:
        nodes: [{count: 1, resources: {gpu: 1}}]
      policies: [fifo]
      limits: {horizon: 2s}
      workload:
        jobs:
          - {id: runs, arrived: 0, worker: {gpu: 1}, work: {total: 100}, program: &program {command: [sh, -c, "while true; do sleep 0.1; done"]}}
          - {id: waits, arrived: 0, worker: {gpu: 1}, work: {total: 100}, program: *program}
          - {id: late, arrived: 3, worker: {gpu: 1}, work: {total: 100}, program: *program}
      """;

  private static final String ONE_JOB =
      """
      cluster:
        nodes: [{count: 1, resources: {gpu: 1}}]
      policies: [fifo]
      limits: {horizon: 1m}
      workload:
        jobs:
          - {id: quick, arrived: 0, worker: {gpu: 1}, work: {total: 100}, program: {command: [sh, -c, "exit 0"], grace: 20s}}
      """;

  private static final String TRAINS =
      "trap 'exit 0' TERM; while sleep 0.1; do echo '{\\\"step\\\": 1}'; done";

  private static final UnfinishedRun DESCRIPTION =
      new UnfinishedRun("run", false, Optional.empty());
  private static final Catalog CATALOG = Catalog.installed();
  private static final EventCodec CODEC = new EventCodec(CATALOG);

  @TempDir private Path folder;

  private final List<String> said = new ArrayList<>();
  private final RunListeners listeners =
      RunListeners.of(new RunView(said::add, Optional.empty(), () -> 0), false);

  @Test
  void jobsAreCancelledByCommandsAtTheLimitAndCountAsUnfinished() throws IOException {
    Run run = run();

    assertThat(run.totals().end()).isEqualTo(Run.End.HORIZON);
    assertThat(run.outcomes())
        .extracting(Outcome::job, Outcome::ending)
        .containsExactlyInAnyOrder(
            tuple("runs", Outcome.Ending.UNFINISHED), tuple("waits", Outcome.Ending.UNFINISHED));
    assertThat(journal())
        .filteredOn(Event.Cancelled.class::isInstance)
        .extracting(
            event -> ((Event.Cancelled) event).job() + ": " + ((Event.Cancelled) event).why())
        .containsExactly("runs: " + WHY, "waits: " + WHY);
    assertThat(ProcessHandle.current().descendants().map(LiveRunTest::command))
        .noneMatch(command -> command.contains("while true"));
  }

  @Test
  void aLaterStartOfAnEndedRunReportsItsEnd() throws IOException {
    Run first = run();
    List<Event> before = journal();

    Run second = run();

    assertThat(second.totals().end()).isEqualTo(Run.End.HORIZON);
    assertThat(second.outcomes())
        .extracting(Outcome::ending)
        .containsOnly(Outcome.Ending.UNFINISHED)
        .hasSameSizeAs(first.outcomes());
    assertThat(journal().subList(before.size(), journal().size()))
        .allMatch(Event.NodeUp.class::isInstance);
  }

  @Test
  void anotherPolicyOfALaterStartIsInTheJournal() throws IOException {
    run("fifo");
    assertThat(RunSettings.read(folder.resolve("settings.json")).policy()).isEqualTo("fifo");

    run("tiresias-l limits=[10,20]");
    run("tiresias-l limits=[10,20]");

    assertThat(RunSettings.read(folder.resolve("settings.json")).policy()).isEqualTo("fifo");
    assertThat(RecordedRun.read(folder.resolve("journal"), CATALOG).chosenPolicies())
        .containsExactly("tiresias-l limits=[10,20]");
  }

  /** A power cut may leave the file empty, and a run of an earlier build has none. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRunContinuesWithUnreadableSettings(boolean isEmpty) throws IOException {
    run("fifo");
    Path settings = folder.resolve("settings.json");
    Files.delete(settings);
    if (isEmpty) {
      Files.createFile(settings);
    }

    run("tiresias-l limits=[10,20]");
    run("tiresias-l limits=[10,20]");

    assertThat(RecordedRun.read(folder.resolve("journal"), CATALOG).chosenPolicies())
        .containsExactly("tiresias-l limits=[10,20]");
    assertThat(Files.exists(settings)).isEqualTo(isEmpty);
  }

  /** The first command was killed a day ago, before its job came. */
  @Test
  void aBreakDoesNotCountTowardTheLimit() throws IOException {
    Scenario scenario = scenario(ONE_JOB);
    append(new Event.NodeUp(Instant.now().minus(Duration.ofDays(1)), node(scenario)));

    Run run = live(scenario).orElseThrow();

    assertThat(run.totals().end()).isEqualTo(Run.End.ALL_OVER);
    assertThat(run.outcomes()).extracting(Outcome::ending).containsOnly(Outcome.Ending.FINISHED);
  }

  @Test
  void aRunThatGoesOnIsNotTouched() throws IOException {
    Scenario scenario = scenario(ONE_JOB);
    var running = new UnfinishedRun("another", true, Optional.empty());
    new RunFolder(folder).begin(running);
    try (var _ = FileJournal.open(folder.resolve("journal"), CODEC, _ -> {})) {
      assertThatThrownBy(() -> live(scenario))
          .isInstanceOf(InputException.class)
          .hasMessage(
              "the run in %s is still in progress; stop it first, with Ctrl-C in its terminal",
              folder);
    }
    assertThat(new RunFolder(folder).unfinished()).hasValue(running);
  }

  @Test
  void aScenarioWithoutAJobThatHasComeIsRefused() throws IOException {
    Scenario scenario = scenario(ONE_JOB);
    append(new Event.Refused(Instant.now(), new JobId("other"), "it is too large"));

    assertThatThrownBy(() -> live(scenario))
        .hasMessageContaining("its job 1 is quick, but the run has submitted other");
    assertThat(new RunFolder(folder).unfinished()).isEmpty();
  }

  @Test
  void aStopNamesTheLongestGraceOfTheJobsThatHaveRun() throws IOException {
    Scenario scenario =
        scenario(
            ONE_JOB.replace("exit 0", TRAINS)
                + "    - {id: waits, arrived: 0, worker: {gpu: 1}, work: {total: 1}, program: {command: [sh], grace: 3h}}\n");
    try (var interruption = new Interruption(Duration.ofHours(1)).listen()) {
      var observer =
          new SchedulerObserver() {
            @Override
            public void happened(Event event) {
              if (event instanceof Event.Running) {
                interruption.request();
              }
            }
          };

      assertThat(live(scenario, listeners.with(observer)).run(DecisionLimit.watch(), interruption))
          .isEmpty();
      assertThat(interruption.nanosLeft()).isPositive();
    }
    assertThat(said)
        .anyMatch(
            line -> line.startsWith("ductile: saves all jobs and stops; that takes 30s at most"));
    assertThat(listeners.view().saved()).hasSize(2);
  }

  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void aRunThatIsOverBeforeItIsStoppedNamesItsFigures() throws Exception {
    Scenario scenario = scenario(ONE_JOB);
    append(
        new Event.NodeUp(Instant.now(), node(scenario)),
        new Event.Refused(Instant.now(), new JobId("quick"), "it is too large"));
    var run =
        new FidelityRun(
            scenario,
            CATALOG,
            BundledPrograms.beside(folder),
            new RunFolder(folder),
            DESCRIPTION,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "run");
    PrintStream before = System.err;
    var err = new ByteArrayOutputStream();
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try (var interruption = new Interruption(Duration.ofHours(1)).listen()) {
      interruption.request();
      assertThat(run.ended(listeners, interruption)).isEmpty();
    } finally {
      System.setErr(before);
    }

    assertThat(err.toString(StandardCharsets.UTF_8))
        .endsWith(
            "ductile: the run was over before it was stopped; its figures: ductile replay %s\n"
                .formatted(folder));
    assertThat(new RunFolder(folder).unfinished()).isEmpty();
  }

  private Run run() throws IOException {
    return run("fifo");
  }

  private Run run(String policy) throws IOException {
    return live(scenario(SCENARIO).withPolicies(List.of(Choice.ofLine(policy)))).orElseThrow();
  }

  private Scenario scenario(String text) throws IOException {
    return ScenarioFile.read(Files.writeString(folder.resolve("run.yaml"), text), CATALOG);
  }

  private Optional<Run> live(Scenario scenario) throws IOException {
    try (var interruption = new Interruption(Duration.ofHours(1)).listen()) {
      return live(scenario, listeners).run(DecisionLimit.watch(), interruption);
    }
  }

  private LiveRun live(Scenario scenario, RunListeners all) {
    BundledPrograms programs = BundledPrograms.beside(folder.resolve("run.yaml"));
    return new LiveRun(scenario, CATALOG, programs, new RunFolder(folder), DESCRIPTION, all);
  }

  private void append(Event... events) throws IOException {
    try (var journal = FileJournal.open(folder.resolve("journal"), CODEC, _ -> {})) {
      journal.append(List.of(events));
    }
  }

  private static Node node(Scenario scenario) {
    return scenario.nodes().list().getFirst();
  }

  private List<Event> journal() throws IOException {
    var events = new ArrayList<Event>();
    FileJournal.open(folder.resolve("journal"), CODEC, events::add).close();
    return events;
  }

  private static String command(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }
}
