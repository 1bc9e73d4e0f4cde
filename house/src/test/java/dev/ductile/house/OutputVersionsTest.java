package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ductile.cli.Main;
import dev.ductile.reports.OutputDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import picocli.CommandLine;

/**
 * Every JSON output is an object, and its first key is the version of its schema. A quiet command
 * prints nothing else.
 */
@Tag("process")
@Timeout(600)
final class OutputVersionsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * {@code scale} needs a job that trains: {@link TrainTest} reads its output. The others need a
   * server.
   */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "reload",
          "scale",
          "submit",
          "jobs",
          "job",
          "why",
          "queues",
          "nodes",
          "policy",
          "what-if",
          "decisions",
          "usage",
          "secrets",
          "tokens",
          "audit",
          "doctor",
          "config");

  private static final List<String> LINES =
      List.of(
          "simulate scenario.yaml --report report --events events.jsonl",
          "decide examples/state.yaml -p fifo",
          "policies",
          "validate scenario.yaml examples/digits.yaml examples/rigid.csv",
          "predict resnet50@h200 --link 25Gbps",
          "fit examples/speeds.csv",
          "fit examples/curve.csv",
          "profile --list",
          "reproduce",
          "run scenario.yaml --logs runs --report live",
          "train job.yaml",
          "export job.yaml --to model",
          "score model data.libsvm");

  private static final String SCENARIO =
      """
      cluster: {nodes: [{count: 1, resources: {cpu: 1}}]}
      policies: [fifo]
      workload:
        jobs:
        - {id: a, worker: {cpu: 1}, work: 1, speed: {model: constant, stepsPerSecond: 1},
           program: {command: ['true']}}
      """;

  private static final String JOB =
      """
      {model: logistic, data: {file: data.libsvm, features: 2, splits: 2}, stop: {steps: 3},
       workers: 1, servers: 1}
      """;

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();

  private final Path folder = DUCTILE.folder();

  @Test
  void everyJsonOutputIsAnObjectWithItsVersion() throws IOException {
    DUCTILE.linkExamples();
    Files.writeString(folder.resolve("scenario.yaml"), SCENARIO);
    Files.writeString(
        folder.resolve("job.yaml"),
        JOB.replaceFirst("\\{", "{job: versions-%d, ".formatted(ProcessHandle.current().pid())));
    Files.writeString(folder.resolve("data.libsvm"), "1 1:0.5\n-1 2:1\n1 1:2\n-1 2:3\n");

    LINES.forEach(this::requireVersion);
    requireVersion("replay " + onlyRun());

    for (String file : List.of("report/results.json", "live/fidelity.json")) {
      requireVersion(file, Files.readString(folder.resolve(file)));
    }
    String first = Files.readAllLines(folder.resolve("events.jsonl")).getFirst();
    assertThat(JSON.readTree(first).path("schemaVersion").isInt()).as(first).isTrue();
  }

  @Test
  void everyCommandWithAFormIsCovered() {
    SortedSet<String> covered = new TreeSet<>(ELSEWHERE);
    LINES.forEach(line -> covered.add(line.replaceFirst(" .*", "")));
    covered.add("replay");

    assertThat(covered).isEqualTo(commandsWithAForm());
  }

  private static SortedSet<String> commandsWithAForm() {
    var names = new TreeSet<String>();
    for (CommandLine command : Main.commandLine().getSubcommands().values()) {
      if (command.getCommandSpec().findOption("--output") != null) {
        names.add(command.getCommandName());
      }
    }
    return names;
  }

  private void requireVersion(String line) {
    Ductile.Answer answer = DUCTILE.run((line + " -o json --quiet").split(" ", -1));
    assertThat(answer.status()).as("%s: %s", line, answer.err()).isZero();
    assertThat(answer.err()).as(line).isEmpty();
    requireVersion(line, answer.out());
  }

  private static void requireVersion(String name, String text) {
    try {
      JsonNode document = JSON.readTree(text);
      assertThat(text).as(name).doesNotContain("Infinity", "NaN");
      assertThat(document.isObject()).as("%s is an object", name).isTrue();
      assertThat(document.fieldNames().next()).as(name).isEqualTo("schemaVersion");
      assertThat(document.path("schemaVersion").intValue())
          .as(name)
          .isEqualTo(OutputDocument.SCHEMA_VERSION);
    } catch (IOException e) {
      throw new AssertionError("%s: %s".formatted(name, text), e);
    }
  }

  private Path onlyRun() throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
      return Objects.requireNonNull(runs.toList().getFirst());
    }
  }
}
