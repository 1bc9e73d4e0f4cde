package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.api.Event;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run with real processes that ends before its jobs. */
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

  private static final Catalog CATALOG = Catalog.installed();

  @TempDir private Path folder;

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

  private Run run() throws IOException {
    return run("fifo");
  }

  private Run run(String policy) throws IOException {
    Path file = Files.writeString(folder.resolve("run.yaml"), SCENARIO);
    Scenario scenario =
        ScenarioFile.read(file, CATALOG).withPolicies(List.of(Choice.ofLine(policy)));
    var live =
        new LiveRun(
            scenario,
            CATALOG,
            BundledPrograms.beside(file),
            folder,
            false,
            RunListeners.of(new RunView(_ -> {}, false, () -> 0)));
    try (var interruption = Interruption.open()) {
      return live.run(DecisionLimit.watch(), interruption).orElseThrow();
    }
  }

  private List<Event> journal() throws IOException {
    var events = new ArrayList<Event>();
    FileJournal.open(folder.resolve("journal"), new EventCodec(CATALOG), events::add).close();
    return events;
  }

  private static String command(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }
}
