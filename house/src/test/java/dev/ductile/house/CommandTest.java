package dev.ductile.house;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ductile.api.Event;
import dev.ductile.history.EventCodec;
import dev.ductile.history.FileJournal;
import dev.ductile.scenario.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The answers of the packaged command, with real files. */
@Tag("process")
@Timeout(600)
final class CommandTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();

  private final Path folder = DUCTILE.folder();

  @Test
  void everyVerbHasAHelpText() {
    Ductile.Answer answer = new Ductile(folder).run("simulate", "--help");

    assertThat(answer.status()).isZero();
    assertThat(answer.out()).contains("Usage: ductile simulate");
  }

  /** Two processes: the order of a hash table differs between them. */
  @Test
  void theSameSeedGivesTheSameBytes() throws IOException {
    Path scenario =
        Files.writeString(
            folder.resolve("elastic.yaml"),
            Files.readString(Path.of(example("elastic.yaml"))).replace("jobs: 200", "jobs: 40"));
    String[] twice = {"first", "second"};
    for (String name : twice) {
      Path home = Files.createDirectory(folder.resolve(name));
      Ductile.Answer answer =
          new Ductile(home)
              .run(
                  "simulate",
                  scenario.toString(),
                  "--seeds",
                  "7",
                  "--loads",
                  "1",
                  "--report",
                  "report");
      assertThat(answer.err()).contains("report");
      assertThat(answer.status()).isZero();
    }

    assertThat(new Ductile(folder).shell("diff -r first/report second/report").out()).isEmpty();
    assertThat(folder.resolve("first/report/report.html")).isNotEmptyFile();
  }

  @Test
  void aDecisionNamesEveryJobWithAReason() throws IOException {
    Ductile.Answer answer =
        DUCTILE.run("decide", example("state.yaml"), "-p", "fifo", "-o", "json");

    assertThat(answer.err()).isEmpty();
    JsonNode decision = JSON.readTree(answer.out());
    assertThat(decision.at("/decisions/0/policy").asText()).isEqualTo("fifo");
    assertThat(decision.findValuesAsText("reason")).hasSize(5).noneMatch(String::isBlank);
  }

  @Test
  void theListOfPoliciesNamesThoseOfEveryPaper() throws IOException {
    JsonNode list = JSON.readTree(DUCTILE.run("policies", "-o", "json").out()).path("policies");

    assertThat(list)
        .filteredOn(entry -> entry.path("kind").asText().equals("policy"))
        .extracting(entry -> entry.path("name").asText())
        .contains("fifo", "srtf", "tiresias-l", "drf", "tetris", "max-min");
  }

  @Test
  void figuresOfAPlanAreBelowItsTable() {
    Ductile.Answer answer = DUCTILE.run("decide", example("state.yaml"), "-p", "smd-exact");

    assertThat(answer.status()).isZero();
    assertThat(answer.out()).contains("utilityAtMost").contains("(upper bound on that sum");
  }

  @Test
  void aSweepFindsTheBestValueOfASetting() {
    Ductile.Answer answer =
        DUCTILE.run(
            "simulate",
            example("elastic.yaml"),
            "--policy",
            "jsq-chunk",
            "--sweep",
            "chunk=4,12",
            "--loads",
            "0.8");

    assertThat(answer.status()).isZero();
    assertThat(answer.err()).contains("best at load 0.8: jsq-chunk chunk=4");
  }

  @Test
  void aFitIsSavedAndTrainsAJob() throws IOException {
    Files.writeString(
        folder.resolve("speeds.csv"),
        "gpus,batch,samples/s\n1,64,300\n2,64,560\n4,64,1000\n8,64,1500\n16,64,1700\n");

    JsonNode fit =
        JSON.readTree(
            DUCTILE
                .run("fit", "speeds.csv", "--points", "4", "--save", "model.yaml", "-o", "json")
                .out());
    assertThat(fit.path("test").path("points").asInt()).isEqualTo(1);
    assertThat(fit.path("points")).hasSize(5);

    String model = Files.readString(folder.resolve("model.yaml")).strip();
    Files.writeString(
        folder.resolve("scenario.yaml"),
        """
        cluster: {nodes: [{count: 2, resources: {gpu: 8}}]}
        workload:
          jobs:
            - worker: {gpu: 1}
              bounds: {workers: {min: 1, max: 16}}
              work: {total: 1000}
              speed:
                %s
        policies: [max-min]
        """
            .formatted(model.replace("\n", "\n        ")));
    assertThat(DUCTILE.run("simulate", "scenario.yaml").status()).isZero();
  }

  @Test
  void anImportedTraceIsValid() {
    Ductile.Answer answer = DUCTILE.run("import", example("rigid.csv"), "--to", "trace.jsonl.gz");
    assertThat(answer.err()).contains("trace.jsonl.gz").contains("jobs");

    assertThat(DUCTILE.run("validate", "trace.jsonl.gz").out()).contains("no problems");
  }

  @Test
  void realJobsRunBesideTheSimulationOfThem() throws IOException {
    Ductile.Answer answer =
        new Ductile(folder).run("run", example("local.yaml"), "--report", "report", "-o", "json");

    assertThat(answer.err()).contains("first is done").contains("second is done");
    assertThat(answer.status()).isZero();
    assertThat(JSON.readTree(answer.out()).path("jobs")).hasSize(2);
    assertThat(folder.resolve("report/report.html")).isNotEmptyFile();
    assertThat(eventsOfTheRun())
        .filteredOn(Event.Finished.class::isInstance)
        .extracting(event -> ((Event.Finished) event).job().name())
        .containsExactlyInAnyOrder("first", "second");
    JsonNode replay = JSON.readTree(replayOfTheRun());
    JsonNode fidelity = JSON.readTree(answer.out());
    assertThat(completions("completion", replay))
        .isEqualTo(completions("liveCompletion", fidelity));
    assertThat(replay.path("simulations")).hasSize(2);
    assertSimulatedAlike(replay.path("simulations").path(0), fidelity, replay.path("jobs"));
    assertThat(replay.path("simulations").path(1).path("policy").asText()).isEqualTo("srtf");
  }

  private String replayOfTheRun() throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("ductile-run"))) {
      String run = runs.findFirst().orElseThrow().toString();
      return DUCTILE.run("replay", run, "--policy", "same", "--policy", "srtf", "-o", "json").out();
    }
  }

  /**
   * The simulation of the journal differs from that of the scenario only by the time at which the
   * second job came after the first: two seconds in the scenario. A second job that came earlier
   * may end before the first one, which then pays 0.4 s for its change of size.
   */
  private static void assertSimulatedAlike(JsonNode replay, JsonNode fidelity, JsonNode jobs) {
    double first = jobs.path(0).path("submitted").asDouble();
    double late = jobs.path(1).path("submitted").asDouble() - first - 2;
    double margin = Math.abs(late) + (late < 0 ? 0.4 : 0) + 0.01;
    double shortest = Double.POSITIVE_INFINITY;
    assertThat(replay.path("isOwnPolicy").asBoolean()).isTrue();
    for (int job = 0; job < 2; job++) {
      JsonNode again = replay.path("jobs").path(job);
      double simulated = fidelity.path("jobs").path(job).path("simulatedCompletion").asDouble();
      assertThat(again.path("simulatedCompletion").asDouble())
          .as("job %d, the second came %s s late", job, late)
          .isCloseTo(simulated, within(margin));
      shortest = Math.min(shortest, again.path("recordedCompletion").asDouble());
    }
    assertThat(replay.path("meanError").asDouble())
        .isLessThan(fidelity.path("meanError").asDouble() + margin / shortest);
  }

  /** The completion time of each job, to the microsecond. */
  private static List<String> completions(String key, JsonNode answer) {
    var completions = new ArrayList<String>();
    for (JsonNode job : answer.path("jobs")) {
      long micros = Math.round(job.path(key).asDouble() * 1e6);
      completions.add(job.path("job").asText() + " " + micros);
    }
    return completions;
  }

  private List<Event> eventsOfTheRun() throws IOException {
    var events = new ArrayList<Event>();
    try (Stream<Path> runs = Files.list(folder.resolve("ductile-run"))) {
      Path journal = runs.findFirst().orElseThrow().resolve("journal");
      FileJournal.read(journal, new EventCodec(Catalog.installed()), events::add);
    }
    return events;
  }

  /** The speeds are computed from 0.1 + 0.01 s an example and 0.2 (w - 1) / w for the exchange. */
  @Test
  void placementsBecomeAModelOfPlacements() throws IOException {
    var lines = new StringBuilder("workers,nodes,batch,secondsPerStep\n");
    for (int workers : new int[] {1, 2, 3, 4, 6, 8, 12}) {
      for (int nodes : new int[] {1, 2, 3, 4}) {
        for (int batch : new int[] {48, 96}) {
          double exchange = nodes == 1 ? 0 : 0.2 * (workers - 1) / workers;
          double step = 0.1 + 0.01 * batch / workers + exchange;
          String line = workers + "," + nodes + "," + batch + "," + step + "\n";
          lines.append(nodes <= workers ? line : "");
        }
      }
    }
    Files.writeString(folder.resolve("placements.csv"), lines);

    Ductile.Answer fit = DUCTILE.run("fit", "placements.csv", "--save", "model.yaml", "-o", "json");
    Ductile.Answer prediction =
        DUCTILE.run("predict", "model.yaml", "--workers", "8", "--per-node", "2", "-o", "json");

    JsonNode training = JSON.readTree(fit.out()).path("training");
    assertThat(training.path("meanError").asDouble()).isLessThan(0.02);
    double speed = JSON.readTree(prediction.out()).at("/sizes/0/stepsPerSecond").asDouble();
    assertThat(1 / speed).isCloseTo(0.1 + 0.01 * 96 / 8 + 0.175, withPercentage(6));
  }

  @Test
  void aCurveOfLossesPredictsTheRemainingSteps() throws IOException {
    Ductile.Answer answer =
        DUCTILE.run(
            "fit", example("curve.csv"), "--target", "0.3", "--last-step", "600", "-o", "json");

    assertThat(answer.err()).isEmpty();
    JsonNode tree = JSON.readTree(answer.out());
    assertThat(tree.path("forecast").path("sentence").asText()).isNotBlank();
    assertThat(tree.path("hint").path("verdict").asText()).isNotBlank();
    assertThat(tree.path("lossAtHorizon").isNumber()).isTrue();
  }

  @Test
  void runsOfOneSearchAreCompared() throws IOException {
    Path stuck = folder.resolve("stuck.csv");
    String losses =
        IntStream.rangeClosed(1, 240).mapToObj(step -> step + ",2.3\n").collect(joining());
    Files.writeString(stuck, "step,loss\n" + losses);

    Ductile.Answer answer =
        DUCTILE.run(
            "fit", example("curve.csv"), stuck.toString(), "--last-step", "600", "--keep", "50%");

    assertThat(answer.err()).isEmpty();
    assertThat(answer.out()).contains("probably stop");
  }

  private static String example(String name) {
    return Ductile.root().resolve("examples").resolve(name).toString();
  }
}
