package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ductile.api.Event;
import dev.ductile.api.NodeId;
import dev.ductile.cli.train.Interruption;
import dev.ductile.cli.train.RunView;
import dev.ductile.history.EventCodec;
import dev.ductile.history.EventLog;
import dev.ductile.history.FileJournal;
import dev.ductile.history.Run;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.text.InputException;
import java.io.IOException;
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

/** The event log of a run that was stopped and resumed. */
@Tag("process")
@Timeout(120)
final class ResumedLogTest {
  private static final Catalog CATALOG = Catalog.installed();

  /** Less than the first part takes. */
  private static final double LATE_SECONDS = 0.1;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The job trains until it is stopped; once a file is there, it ends. */
  private static final String SCENARIO =
      """
      cluster:
        nodes: [{count: 1, resources: {gpu: 1}}]
      policies: [fifo]
      limits: {horizon: 2m}
      workload:
        jobs:
          - {id: long, arrived: 0, worker: {gpu: 1}, work: {total: 100}, program: {command: [sh, -c, "[ -e FLAG ] && exit 0; trap 'exit 0' TERM; while sleep 0.1; do echo '{\\"step\\": 1}'; done"], grace: 20s}}
      """;

  @TempDir private Path folder;

  /** A command that is killed leaves no log. */
  @ParameterizedTest(name = "the first log is kept: {0}")
  @ValueSource(booleans = {true, false})
  @ResourceLock(Resources.SYSTEM_ERR)
  void oneLogHasAllEventsOfTheRun(boolean isKept) throws Exception {
    Path log = folder.resolve("events.jsonl");
    assertThat(run(log, true)).isEmpty();
    List<String> first = Files.readAllLines(log);
    if (!isKept) {
      Files.delete(log);
    }
    Files.createFile(folder.resolve("flag"));

    assertThat(run(log, false)).isPresent();

    List<String> whole = Files.readAllLines(log);
    if (isKept) {
      assertThat(whole).startsWith(first.toArray(String[]::new));
    }
    List<JsonNode> lines = new ArrayList<>();
    for (String line : whole) {
      lines.add(JSON.readTree(line));
    }
    assertThat(kinds(lines)).startsWith("log").containsOnlyOnce("log", "submitted", "finished");
    requireOneTime(lines.stream().skip(1).map(line -> line.get("time").asDouble()).toList());
    assertThat(kinds(lines).stream().filter(kind -> !List.of("log", "withheld").contains(kind)))
        .hasSameSizeAs(journal());
  }

  /** Both parts count from the same beginning; an event may be logged a little late. */
  private static void requireOneTime(List<Double> times) {
    for (int i = 1; i < times.size(); i++) {
      assertThat(times.get(i)).as("%s", times).isGreaterThan(times.get(i - 1) - LATE_SECONDS);
    }
  }

  @Test
  void aFileOfAnotherRunIsRefused() throws IOException {
    Path other = folder.resolve("other.jsonl");
    Instant began = Instant.parse("2026-01-02T00:00:00Z");
    Files.writeString(
        other, "{\"kind\":\"log\",\"schemaVersion\":1,\"start\":\"" + began + "\"}\n");
    Path text = Files.writeString(folder.resolve("text"), "hello\n");

    try (EventLog log = EventLog.continued(other)) {
      assertThatThrownBy(
              () -> log.past(new Event.NodeUndrained(began.plusSeconds(1), new NodeId("a"))))
          .isInstanceOf(InputException.class)
          .hasMessage(
              "%s is the event log of another run: it begins at 2026-01-02T00:00:00Z, and this run began at 2026-01-02T00:00:01Z; give --events another file",
              other);
    }
    assertThatThrownBy(() -> EventLog.continued(text))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "%s is there and is no whole event log of this run; give --events another file", text);
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("other.jsonl", "text");
    assertThat(text).hasContent("hello");
  }

  private Optional<Run> run(Path log, boolean isStopped) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("run.yaml"),
            SCENARIO.replace("FLAG", folder.resolve("flag").toString()));
    Scenario scenario = ScenarioFile.read(file, CATALOG);
    var run =
        new FidelityRun(
            scenario,
            CATALOG,
            BundledPrograms.beside(file),
            new RunFolder(folder),
            new UnfinishedRun("run", false, Optional.of(file)),
            Optional.empty(),
            Optional.of(log),
            Optional.empty(),
            "run");
    RunListeners listeners =
        RunListeners.of(new RunView(_ -> {}, Optional.empty(), () -> 0), false);
    try (var interruption = new Interruption(Duration.ofHours(1)).listen()) {
      var stop =
          new SchedulerObserver() {
            @Override
            public void happened(Event event) {
              if (event instanceof Event.Running && isStopped) {
                interruption.request();
              }
            }
          };
      return run.ended(listeners.with(stop), interruption);
    }
  }

  private static List<String> kinds(List<JsonNode> lines) {
    return lines.stream().map(line -> line.get("kind").asText()).toList();
  }

  private List<Event> journal() throws IOException {
    var events = new ArrayList<Event>();
    FileJournal.open(folder.resolve("journal"), new EventCodec(CATALOG), events::add).close();
    return events;
  }
}
