package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models of real jobs are exported to one file, which scores like the job. */
@Tag("process")
@Timeout(300)
final class ExportTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int EXAMPLES = 300;

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();

  private final Path folder = DUCTILE.folder();

  /**
   * The loss of a step is computed before its update. So with all examples in one batch, the loss
   * of step 6 is that of the model after 5 steps.
   */
  @ParameterizedTest
  @CsvSource({"2, 4", "0, 4", "2, 200000"})
  void theScoreOfAnExportIsTheLossOfTheNextStep(int servers, int features) throws IOException {
    Files.write(folder.resolve("data.libsvm"), lines());
    String job =
        """
        model: logistic
        data: {file: data.libsvm, splits: 4, features: %d}
        batch: %d
        optimizer: {kind: sgd, learningRate: 0.5}
        workers: 1
        servers: %d
        """
            .formatted(features, EXAMPLES, servers);
    String name = "export-%d-%d-%d".formatted(servers, features, ProcessHandle.current().pid());
    Files.writeString(folder.resolve("job.yaml"), job);
    requireOk(train(name, 5));
    JsonNode next = JSON.readTree(requireOk(train(name + "-next", 6)).out());
    requireOk(
        DUCTILE.run("export", "job.yaml", "--name", name, "--set", "stop.steps=5", "--to", "m"));

    JsonNode score =
        JSON.readTree(requireOk(DUCTILE.run("score", "m", "data.libsvm", "-o", "json")).out());
    Ductile.Answer piped =
        requireOk(
            DUCTILE.runWithInput(Path.of("data.libsvm"), "score", "m", "-", "--predictions", "-"));

    assertThat(score.path("examples").asInt()).isEqualTo(EXAMPLES);
    assertThat(score.path("loss").asDouble()).isCloseTo(next.path("loss").asDouble(), within(1e-5));
    assertThat(score.path("accuracy").asDouble()).isGreaterThan(0.9);
    assertThat(score.path("auc").asDouble()).isGreaterThan(0.9);
    assertThat(piped.out().lines()).hasSize(EXAMPLES).allMatch(line -> line.matches("0|1"));
    assertThat(piped.err()).contains("ACCURACY");
  }

  @Test
  void theStateOfTheNewtonMethodIsNotExported() throws IOException {
    Files.write(folder.resolve("data.libsvm"), lines());
    String job =
        """
        model: {kind: logistic, l2: 1e-3}
        data: {file: data.libsvm, splits: 4, features: 4}
        optimizer: newton
        workers: 1
        servers: 1
        """;
    String name = "export-newton-" + ProcessHandle.current().pid();
    Files.writeString(folder.resolve("job.yaml"), job);
    JsonNode trained = JSON.readTree(requireOk(train(name, 20)).out());
    requireOk(
        DUCTILE.run("export", "job.yaml", "--name", name, "--set", "stop.steps=20", "--to", "m"));

    JsonNode score =
        JSON.readTree(requireOk(DUCTILE.run("score", "m", "data.libsvm", "-o", "json")).out());

    assertThat(score.path("loss").asDouble())
        .isCloseTo(trained.path("loss").asDouble(), within(1e-4));
    assertThat(score.path("accuracy").asDouble()).isGreaterThan(0.9);
  }

  /** The last held-out figures of a job are those of its exported model. */
  @ParameterizedTest
  @CsvSource({
    "10%, 2, bsp, sgd, 4",
    "10%, 0, bsp, sgd, 200000",
    "10%, 1, ssp(2), adagrad, 200000",
    "25%, 1, bsp, newton, 4",
    "test.libsvm, 2, asp, adagrad, 4"
  })
  void theScoreOfHeldOutExamplesIsThatOfTheJob(
      String validation, int servers, String synchrony, String optimizer, int features)
      throws IOException {
    Files.write(folder.resolve("data.libsvm"), lines());
    Files.write(folder.resolve("test.libsvm"), lines().subList(0, 90));
    Files.writeString(
        folder.resolve("job.yaml"),
        """
        model: {kind: logistic, l2: 1e-3}
        data: {file: data.libsvm, splits: 4, features: %d}
        validation: %s
        optimizer: {kind: %s}
        synchrony: %s
        checkpoint: {everySteps: 10}
        workers: 2
        servers: %d
        """
            .formatted(features, validation, optimizer, synchrony, servers));
    String name = "held-out-" + ProcessHandle.current().pid();
    Ductile.Answer trained = requireOk(train(name, 40));
    JsonNode heldOut = JSON.readTree(trained.out()).path("heldOut");
    requireOk(DUCTILE.run("export", "job.yaml", "--name", name, "--to", "m"));
    Ductile.Answer scored =
        validation.endsWith("%")
            ? DUCTILE.run("score", "m", "data.libsvm", "--held-out", "-o", "json")
            : DUCTILE.run("score", "m", "test.libsvm", "-o", "json");
    JsonNode score = JSON.readTree(requireOk(scored).out());

    assertThat(heldOut.path("step").asInt()).isEqualTo(40);
    assertThat(heldOut.path("examples").asInt()).isEqualTo(score.path("examples").asInt());
    assertThat(heldOut.path("loss").asDouble())
        .isCloseTo(score.path("loss").asDouble(), within(1e-5));
    assertThat(heldOut.path("accuracy").asDouble())
        .isCloseTo(score.path("accuracy").asDouble(), within(1e-5));
    assertThat(trained.err()).contains("held out: loss", " examples, at step 40");
    Path table = folder.resolve("ductile-train").resolve(name).resolve("validation.csv");
    assertThat(Files.readAllLines(table)).hasSizeGreaterThan(1).last().asString().contains(",40,");
  }

  @Test
  void badHeldOutExamplesEndTheJobWithTheirLine() throws IOException {
    Files.write(folder.resolve("data.libsvm"), lines());
    Files.writeString(folder.resolve("test.libsvm"), "1 1:1\n7 1:1\n");
    Files.writeString(
        folder.resolve("job.yaml"),
        "model: logistic\ndata: data.libsvm\nvalidation: test.libsvm\n");
    String name = "held-out-bad-" + ProcessHandle.current().pid();

    Ductile.Answer trained = DUCTILE.run("train", "job.yaml", "--name", name);

    assertThat(trained.status()).isEqualTo(3);
    assertThat(trained.err().lines().toList().getLast()).contains("test.libsvm, line 2: label 7");
  }

  private static Ductile.Answer train(String name, int steps) {
    return DUCTILE.run(
        "train", "job.yaml", "--name", name, "--set", "stop.steps=" + steps, "-o", "json");
  }

  private static Ductile.Answer requireOk(Ductile.Answer answer) {
    assertThat(answer.status()).as(answer.err()).isZero();
    return answer;
  }

  private static List<String> lines() {
    var random = new Random(5);
    var lines = new ArrayList<String>();
    for (int i = 0; i < EXAMPLES; i++) {
      int label = random.nextInt(2);
      lines.add(
          "%d 1:%.3f 2:%.3f 4:1"
              .formatted(
                  label, label + 0.3 * random.nextDouble(), 1 - label + 0.3 * random.nextDouble()));
    }
    return lines;
  }
}
