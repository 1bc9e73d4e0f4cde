package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.training.Training;
import dev.ductile.learned.training.TrainingSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.file.ScenarioFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every command that reads a model refuses an unusable one in a line, before it starts. */
@ResourceLock(Resources.SYSTEM_ERR)
final class UnusableModelTest {
  private static final Catalog CATALOG = Catalog.installed();
  private static final String[] COMMANDS = {
    "learn evaluate MODEL --scenario SCENARIO --against drf",
    "learn reinforce MODEL --scenario SCENARIO --episodes 1 -o OUT",
    "learn imitate --from MODEL --scenario SCENARIO --episodes 1 -o OUT",
    "decide EXAMPLES/state.yaml --policy dl2 --set model=MODEL",
    "simulate SCENARIO --policy dl2 --set model=MODEL",
  };

  @TempDir private Path folder;
  private Path scenario = Path.of("");
  private Path file = Path.of("");

  @BeforeEach
  void writeModel() throws IOException {
    scenario = Files.copy(examples().resolve("learning.yaml"), folder.resolve("learning.yaml"));
    file = folder.resolve("a.model");
    ModelFile.write(file, model());
  }

  @ParameterizedTest(name = "the first {0} %")
  @CsvSource({"0, is not a safetensors file", "10, copy the file again", "99, copy the file again"})
  void aTruncatedFile(int percent, String fault) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 100 * percent));

    refused(fault);
    refuses("learn show MODEL", fault);
  }

  @Test
  void aCorruptedFile() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 3] ^= 4;
    Files.write(file, bytes);

    refused("was changed after it was written");
    refuses("learn show MODEL", "was changed after it was written");
  }

  @Test
  void aModelOfOtherNumbersOfJobsOrTypes() {
    rewrite("dl2", "jobs", 9);
    refused("but 9 jobs of 8 types need");
    rewrite("dl2", "types", 7);
    refused("but 40 jobs of 7 types need");
  }

  @Test
  void aModelOfAnotherPolicy() {
    rewrite("other", "jobs", 40);

    refused("is a model of the policy other");
  }

  /** Training cannot go on without its settings; decisions need only sizes. */
  @Test
  void aModelWithOtherSettings() {
    rewrite("dl2", "jbs", 40);

    refuses(COMMANDS[1], "unknown key \"jbs\"");
    refuses(COMMANDS[2], "unknown key \"jbs\"");
  }

  private LearnedModel model() throws IOException {
    return new Training(ScenarioFile.read(scenario, CATALOG), CATALOG, "learning.yaml", "test")
        .untrained(Choice.named("drf"), TrainingSettings.DEFAULTS, 1);
  }

  /** The same model with a changed setting. */
  private void rewrite(String policy, String setting, int value) {
    try {
      LearnedModel model = model();
      Map<String, JsonNode> settings = new HashMap<>(model.settings());
      settings.put(setting, new IntNode(value));
      ModelFile.write(
          file,
          new LearnedModel(
              policy,
              model.networks(),
              settings,
              model.features(),
              model.jobTypes(),
              model.history()));
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private void refused(String fault) {
    for (String command : COMMANDS) {
      refuses(command, fault);
    }
  }

  private void refuses(String command, String fault) {
    var err = new StringWriter();
    String[] arguments =
        command
            .replace("EXAMPLES", examples().toString())
            .replace("SCENARIO", scenario.toString())
            .replace("MODEL", file.toString())
            .replace("OUT", folder.resolve("out.model").toString())
            .split(" ", -1);
    int status = Main.commandLine().setErr(new PrintWriter(err, true)).execute(arguments);

    assertThat(err.toString())
        .as(command)
        .startsWith("ductile: ")
        .contains(fault, "a.model")
        .hasLineCount(1);
    assertThat(status).as(command).isEqualTo(1);
    assertThat(folder.resolve("out.model")).doesNotExist();
  }

  private static Path examples() {
    return Path.of("../examples").toAbsolutePath().normalize();
  }
}
