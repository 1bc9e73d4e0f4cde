package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.history.EventCodec;
import dev.ductile.history.FileJournal;
import dev.ductile.history.RecordedState;
import dev.ductile.history.RunSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scenario.file.StateWriter;
import dev.ductile.text.Document;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A journal of two jobs that run one after the other, read and simulated again. */
@ResourceLock(org.junit.jupiter.api.parallel.Resources.SYSTEM_ERR)
final class ReplayCommandTest {
  private static final EventCodec CODEC = new EventCodec(Catalog.installed());
  private static final Instant START = Instant.parse("2026-01-02T15:04:05Z");
  private static final Node NODE = new Node(new NodeId("node-0"), Resources.gpus(1));
  private static final Allocation WHERE = Allocation.on(NODE.id(), Size.workers(1));
  private static final JobId LONG = new JobId("long");
  private static final JobId SHORT = new JobId("short");

  @TempDir private Path folder;

  /** The end of a command: its status, and its lines on standard error. */
  private record Ended(int status, String lines) {}

  @BeforeEach
  void record() throws IOException {
    settings("fifo");
    append(
        new Event.NodeUp(at(0), NODE),
        submitted(LONG, 100, new Constant(1).spec()),
        submitted(SHORT, 10, new Constant(1).spec()),
        new Event.Allocated(at(1), LONG, 1, Allocation.NONE, WHERE),
        new Event.Finished(at(126), LONG),
        new Event.Allocated(at(126), SHORT, 1, Allocation.NONE, WHERE),
        new Event.Finished(at(136), SHORT));
  }

  @Test
  void theSimulationUnderTheSamePolicyIsShownBesideTheRun() throws IOException {
    JsonNode fidelity = report("--policy", "same", "--policy", "srtf").path("jobs");

    assertThat(fidelity.path(0).path("liveCompletion").asDouble()).isEqualTo(125);
    assertThat(fidelity.path(0).path("simulatedCompletion").asDouble()).isEqualTo(100);
    assertThat(fidelity.path(1).path("liveCompletion").asDouble()).isEqualTo(135);
    assertThat(fidelity.path(1).path("simulatedCompletion").asDouble()).isEqualTo(110);
    assertThat(Files.readAllLines(folder.resolve("out/runs.csv")))
        .hasSize(3)
        .anyMatch(line -> line.startsWith("srtf,"));
  }

  @Test
  void aPeriodBeginsWithTheJobsThatAreNotOver() {
    Ended late = replay("--from", "2026-01-02T15:06:00Z", "--policy", "same");
    assertThat(late.status()).as(late.lines()).isZero();

    Ended empty = replay("--from", "2026-01-03", "--to", "2026-01-04");
    assertThat(empty.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(empty.lines())
        .contains("no job waited or ran from 2026-01-03T00:00:00Z to 2026-01-04T00:00:00Z")
        .contains("the journal has events from 2026-01-02T15:04:05Z to 2026-01-02T15:06:21Z");
    assertThat(replay("--from", "2026-01-03", "--to", "2026-01-02").lines())
        .contains("--to 2026-01-02T00:00:00Z is not after --from 2026-01-03T00:00:00Z");
    assertThat(replay("--from", "soon").lines()).contains("--from takes a time such as 2026-01-01");
  }

  @Test
  void theJobsOfARunAreSimulatedFromItsScenario() throws IOException {
    Path scenario = folder.resolve("again.yaml");
    assertThat(
            Main.execute(
                "trace", folder.toString(), scenario.toString(), "--from", "2026-01-02T15:04:06Z"))
        .isZero();

    Scenario read = ScenarioFile.read(scenario, Catalog.installed());
    assertThat(read.nodes().list()).containsExactly(NODE);
    assertThat(read.policies()).extracting(Choice::name).containsExactly("fifo");
    try (Stream<Submission> jobs = read.workload().submissions(1, 1)) {
      assertThat(jobs)
          .extracting(job -> job.spec().id(), job -> job.spec().work().steps(), Submission::speed)
          .containsExactly(
              tuple(LONG, 100.0, new Constant(1).spec()),
              tuple(SHORT, 10.0, new Constant(1).spec()));
    }
    assertThat(Main.execute("simulate", scenario.toString(), "-o", "json")).isZero();
    assertThat(Main.execute("trace", folder.toString(), folder.resolve("jobs.jsonl").toString()))
        .isZero();
    assertThat(Main.execute("validate", folder.resolve("jobs.jsonl").toString())).isZero();
  }

  /** The state of a run at any time is an input of {@code ductile decide}. */
  @Test
  void theStateOfTheRunIsAStateFile() throws IOException {
    Cluster early =
        RecordedState.at(folder.resolve("journal"), Catalog.installed(), Duration.ofSeconds(50));
    Cluster read =
        StateFile.of(
            Document.of("state", StateWriter.tree(early).toPrettyString()).root(),
            Catalog.installed());

    assertThat(read.jobs()).extracting(Job::id).containsExactly(LONG, SHORT);
    assertThat(read.jobs())
        .extracting(job -> job.allocation().toString())
        .containsExactly("1 on node-0", "nothing");
    assertThat(replay("--state-at", "50s").status()).isZero();
    assertThat(replay("--state-at", "soon").lines())
        .contains("--state-at needs the time since the beginning of the run");
  }

  @Test
  void aClusterWithoutNodesHasNoState() throws IOException {
    append(new Event.NodeDown(at(200), NODE.id(), "gone"));

    assertThat(replay("--state-at", "199s").status()).isZero();
    Ended ended = replay("--state-at", "201s");
    assertThat(ended.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(ended.lines())
        .startsWith("ductile: --state-at 201s: no node was up at that time")
        .endsWith("name another time" + System.lineSeparator());
  }

  @Test
  void theFolderIsUnchangedAndTheRunMayContinue() throws IOException {
    try (var writer = FileJournal.open(folder.resolve("journal"), CODEC, _ -> {})) {
      writer.append(List.of(submitted(new JobId("third"), 7, SpeedSpec.UNKNOWN)));
      byte[] journal = Files.readAllBytes(folder.resolve("journal"));

      Ended ended = replay("--policy", "same");

      assertThat(ended.status()).isZero();
      assertThat(ended.lines())
          .contains("note: a job without a speed never ends in a simulation")
          .contains("what it holds: third");
      assertThat(Files.readAllBytes(folder.resolve("journal"))).isEqualTo(journal);
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files).hasSize(2);
      }
    }
  }

  @Test
  void theSamePolicyChangesWhenItChangedInTheRun() throws IOException {
    append(new Event.PolicySet(at(2), "srtf"));

    JsonNode fidelity = report("--policy", "same").path("jobs");

    assertThat(fidelity.path(1).path("simulatedCompletion").asDouble()).isLessThan(20);
    assertThat(replay("--policy", "same").lines())
        .contains("note: the run changed its policy to srtf, and so does 'same'");
  }

  @Test
  void aJobTrainsAtTheSpeedThatTheRunLearned() throws IOException {
    append(new Event.SpeedLearned(at(137), LONG, new Constant(2).spec()));

    JsonNode fidelity = report("--policy", "same").path("jobs");

    assertThat(fidelity.path(0).path("simulatedCompletion").asDouble()).isEqualTo(50);
    assertThat(replay("--policy", "same").lines())
        .contains("note: simulated at the speeds that the run learned, not those of the submission")
        .contains(": long");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--policy gone                | unknown policy \"gone\"",
        "--policy same --policy same  | --policy names fifo twice; the policy 'same' is fifo",
        "--policy fifo --policy same  | --policy names fifo twice; the policy 'same' is fifo",
        "--policy same --set skip=true| --policy same has the settings of the run",
        "--policy fifo --set odd=true | odd",
        "--policy same --placement no | unknown placement \"no\"",
        "--report out                 | --report needs a policy to simulate, such as --policy same",
      })
  void aMistakeIsOneLine(String options, String message) {
    Ended ended = replay(options.split(" ", -1));

    assertThat(ended.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(ended.lines().lines()).hasSize(1);
    assertThat(ended.lines()).startsWith("ductile: ").contains(message);
  }

  @Test
  void aPlacementThatTheRunDidNotHaveIsNamed() {
    assertThat(replay("--policy", "same", "--placement", "pack").lines())
        .contains("note: simulated with the placement pack; the run had consolidated");
  }

  @Test
  void aRunWithoutSettingsIsOnlyRead() throws IOException {
    Files.delete(folder.resolve("settings.json"));

    assertThat(replay().status()).isZero();
    assertThat(replay("--policy", "same").lines()).contains("settings.json does not exist");
  }

  private JsonNode report(String... options) throws IOException {
    Path out = folder.resolve("out");
    Ended ended =
        replay(
            Stream.concat(Arrays.stream(options), Stream.of("--report", out.toString()))
                .toArray(String[]::new));

    assertThat(ended.status()).as(ended.lines()).isZero();
    return JsonMapper.builder().build().readTree(out.resolve("fidelity.json").toFile());
  }

  private Ended replay(String... options) {
    var lines = new StringWriter();
    String[] arguments =
        Stream.concat(Stream.of("replay", folder.toString()), Arrays.stream(options))
            .toArray(String[]::new);
    PrintStream before = System.err;
    var said = new ByteArrayOutputStream();
    int status;
    try (var stream = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      System.setErr(stream);
      status = Main.commandLine().setErr(new PrintWriter(lines, true)).execute(arguments);
    } finally {
      System.setErr(before);
    }
    return new Ended(status, said.toString(StandardCharsets.UTF_8) + lines);
  }

  private void append(Event... events) throws IOException {
    try (var journal = FileJournal.open(folder.resolve("journal"), CODEC, _ -> {})) {
      journal.append(List.of(events));
    }
  }

  private void settings(String policy) throws IOException {
    new RunSettings(
            "test",
            policy,
            "consolidated",
            Rescale.FREE,
            Decisions.ON_EVENTS,
            0,
            Duration.ZERO,
            Optional.empty(),
            RunLimits.GENEROUS,
            1,
            Optional.empty())
        .write(folder.resolve("settings.json"));
  }

  private static Event submitted(JobId job, double steps, SpeedSpec speed) {
    JobSpec spec =
        JobSpec.of(
            job, Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 1), Work.steps(steps));
    return new Event.Submitted(at(1), spec, speed, Duration.ZERO);
  }

  private static Instant at(long second) {
    return START.plusSeconds(second);
  }
}
