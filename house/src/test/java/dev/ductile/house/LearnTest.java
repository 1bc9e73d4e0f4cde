package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code ductile learn}: models are trained, resumed, shown, evaluated, used and refused. */
@Tag("process")
@Timeout(600)
final class LearnTest {
  private static final String TINY = " --set jobs=8 --set hidden=[8] --set imitation.batch=64";
  private static final String SCENARIO = " --scenario examples/learning.yaml";

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();
  @TempDir private Path folder;

  @BeforeEach
  void linkExamples() throws IOException {
    DUCTILE.linkExamples();
  }

  @Test
  void theSameSeedGivesTheSameModel() throws IOException {
    works("ductile learn imitate --teacher fifo --episodes 2 -o a.model" + SCENARIO + TINY);
    works("ductile learn imitate --teacher fifo --episodes 2 -o b.model" + SCENARIO + TINY);
    works(
        "ductile learn imitate --teacher fifo --episodes 2 -o c.model --seed 2" + SCENARIO + TINY);

    assertThat(bytes("a.model")).isEqualTo(bytes("b.model")).isNotEqualTo(bytes("c.model"));
  }

  @Test
  void aModelIsImprovedWithItsHistory() throws IOException {
    works("ductile learn imitate --episodes 2 -o a.model" + SCENARIO + TINY);
    works("ductile learn imitate --from a.model --episodes 1 -o b.model" + SCENARIO);
    works("ductile learn reinforce b.model --episodes 1 -o c.model" + SCENARIO);
    works("ductile learn reinforce b.model --episodes 1 -o d.model" + SCENARIO);

    assertThat(bytes("c.model")).isEqualTo(bytes("d.model"));
    assertThat(works("ductile learn show c.model"))
        .contains("teacher", "drf", "imitationLoss", "meanCompletionSeconds")
        .contains("network forecast", "ACTION", "stop");
    assertThat(works("ductile learn show c.model -o csv").lines()).hasSize(1 + 2 + 1 + 1);
    assertThat(works("ductile learn show c.model -o json"))
        .contains("\"imitated\": 3", "\"reinforced\": 1");
  }

  @Test
  void settingsComeFromAFileAndTheCommandLineAndStayInTheModel() throws IOException {
    Files.writeString(
        DUCTILE.folder().resolve("settings.yaml"),
        "reinforcement: {guidance: 0.2, rule: clipped, clipped: {slots: 20, preparation: 0}}");
    works("ductile learn reinforce --episodes 1 -o a.model" + SCENARIO + TINY);
    works(
        "ductile learn reinforce a.model --settings settings.yaml --set reinforcement.guidance=0.1"
            + " --episodes 1 -o b.model"
            + SCENARIO);

    assertThat(works("ductile learn show a.model").replaceAll(" +", " "))
        .contains("imitated 0\n", "reinforced 1\n", "reinforcement.rule afterstate\n");
    assertThat(works("ductile learn show b.model").replaceAll(" +", " "))
        .contains("reinforced 2\n", "reinforcement.rule clipped\n", "reinforcement.guidance 0.1\n")
        .contains("reinforcement.clipped.slots 20\n", "imitation.batch 64\n");
    assertThat(refused("ductile learn reinforce a.model --set jobs=9 -o b.model" + SCENARIO))
        .contains("stay 8, 8, rows and [8]");
  }

  @Test
  void aModelIsAPolicyOfCommands() {
    works("ductile learn imitate --episodes 1 -o a.model" + SCENARIO + TINY);

    assertThat(works("ductile learn evaluate a.model --against fifo,drf" + SCENARIO))
        .contains("dl2", "fifo", "drf", "%", "to");
    assertThat(
            DUCTILE
                .run("decide", "examples/state.yaml", "-p", "dl2 model=a.model check=false")
                .out())
        .contains("probability");
    assertThat(
            DUCTILE
                .run(
                    "simulate", "examples/learning.yaml", "--seeds", "1", "-p", "dl2 model=a.model")
                .out())
        .contains("dl2");
  }

  @Test
  void aSecondPolicyLearns() {
    works("ductile learn imitate --policy sets --episodes 2 -o a.model" + SCENARIO + TINY);
    works("ductile learn imitate --from a.model --episodes 1 -o b.model" + SCENARIO);
    works("ductile learn reinforce b.model --episodes 1 -o c.model" + SCENARIO);

    assertThat(works("ductile learn show c.model"))
        .contains("sets", "slotsToEnd", "worker.savedPerShare", "meanCompletionSeconds");
    assertThat(works("ductile learn evaluate c.model --against drf" + SCENARIO)).contains("sets");
    assertThat(DUCTILE.run("decide", "examples/state.yaml", "-p", "sets model=c.model").out())
        .contains("probability");
    assertThat(refused("ductile decide examples/state.yaml -p dl2 --set model=c.model"))
        .contains("is a model of the policy sets, not of dl2");
    assertThat(refused("ductile decide examples/state.yaml -p sets"))
        .contains("ductile learn imitate --policy sets");
    assertThat(refused("ductile learn imitate --policy fifo -o d.model" + SCENARIO))
        .contains("--policy must be a policy that learns, dl2 or sets, not fifo");
    assertThat(refused("ductile learn imitate --policy dl2 --from a.model -o d.model" + SCENARIO))
        .contains("leave out --policy");
  }

  @Test
  void aNewModelOfEitherPolicyIsReinforced() {
    works("ductile learn reinforce --policy sets --episodes 1 -o a.model" + SCENARIO + TINY);
    works("ductile learn reinforce --policy dl2 --episodes 1 -o b.model" + SCENARIO + TINY);

    assertThat(works("ductile learn show a.model").replaceAll(" +", " "))
        .contains("policy sets\n", "imitated 0\n", "reinforced 1\n");
    assertThat(works("ductile learn show b.model").replaceAll(" +", " ")).contains("policy dl2\n");
    assertThat(refused("ductile learn reinforce --policy fifo -o c.model" + SCENARIO))
        .contains("--policy must be a policy that learns, dl2 or sets, not fifo");
    assertThat(refused("ductile learn reinforce a.model --policy dl2 -o c.model" + SCENARIO))
        .contains("MODEL keeps its policy; leave out --policy");
  }

  @Test
  void anUnusableModelIsAMistakeOfOneLine() throws IOException {
    Files.writeString(DUCTILE.folder().resolve("text.model"), "no model");

    assertThat(refused("ductile learn show text.model")).contains("is not a safetensors file");
    assertThat(refused("ductile learn evaluate text.model" + SCENARIO)).contains("text.model");
    assertThat(refused("ductile simulate examples/learning.yaml --policy dl2"))
        .contains("ductile learn imitate");
    assertThat(refused("ductile decide examples/state.yaml --policy dl2 --set model=text.model"))
        .contains("text.model: is not a safetensors file");
    assertThat(refused("ductile learn imitate --set jbs=3 -o a.model" + SCENARIO))
        .contains("did you mean \"jobs\"");
    assertThat(refused("ductile learn imitate -o a.model --scenario examples/rigid.yaml"))
        .contains("decisions: {every: 20m}");
  }

  /** SIGTERM, because a process in the background ignores Ctrl-C. */
  @Test
  void aSignalSavesTheModelSoFar() throws Exception {
    Files.createSymbolicLink(folder.resolve("examples"), Ductile.root().resolve("examples"));
    String line = "learn imitate --episodes 100000 -o a.model" + SCENARIO + TINY;
    Process process = new Ductile(folder).start("learn", line.split(" ", -1));
    try {
      awaitText(folder.resolve("learn.err"), "saves the model");
      process.destroy();

      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(143);
      assertThat(new Ductile(folder).run("learn", "show", "a.model").out()).contains("imitated");
    } finally {
      process.destroyForcibly();
    }
  }

  private static void awaitText(Path file, String text) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.readString(file).contains(text)) {
      assertThat(System.nanoTime()).as("%s in %s", text, file).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private static String works(String line) {
    Ductile.Answer answer = DUCTILE.line(line);
    assertThat(answer.status()).as(line + "\n" + answer.err()).isZero();
    return answer.out();
  }

  private static String refused(String line) {
    Ductile.Answer answer = DUCTILE.line(line);
    assertThat(answer.status()).as(line + "\n" + answer.out()).isEqualTo(1);
    assertThat(answer.err().lines()).hasSize(1);
    return answer.err();
  }

  private static byte[] bytes(String file) throws IOException {
    return Files.readAllBytes(DUCTILE.folder().resolve(file));
  }
}
