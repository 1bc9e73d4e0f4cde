package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The commands of the README, the tutorials and the guides work. They train, simulate and measure
 * less than their pages say, except in the long check.
 */
@Tag("process")
@Timeout(600)
final class DocumentedCommandsTest {
  private static final boolean IS_LONG = Integer.getInteger("ductile.seedFactor", 1) > 1;
  private static final Pattern BLOCK =
      Pattern.compile("^```sh\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();

  @ParameterizedTest
  @MethodSource("documented")
  void everyCommandOfTheReadmeWorks(String line) throws IOException {
    DUCTILE.linkExamples();

    requireWorks(line);
  }

  /** The lines of the README that start the command, without those that other tests run in full. */
  static Stream<String> documented() throws IOException {
    return commands(Ductile.root().resolve("README.md"));
  }

  /** The commands of a tutorial in their order, as its reader types them. */
  @ParameterizedTest
  @ValueSource(strings = {"compare-policies", "train-elastically"})
  void everyTutorialWorksFromItsFirstCommandToItsLast(String tutorial) throws IOException {
    DUCTILE.linkExamples();
    Path page = Ductile.root().resolve("docs/tutorial/" + tutorial + ".md");
    List<String> commands = commands(page).toList();

    assertThat(commands).hasSizeGreaterThan(3);
    for (String command : commands) {
      requireWorks(command);
    }
  }

  /** {@link TrainTest} covers the commands for a running job. */
  @Test
  void everyCommandOfTheGuideTrains() throws IOException {
    DUCTILE.linkExamples();
    String guide = Files.readString(Ductile.root().resolve("docs/how-to/train.md"));
    List<String> commands =
        BLOCK
            .matcher(guide)
            .results()
            .flatMap(block -> block.group(1).lines())
            .filter(line -> !line.startsWith("ductile scale"))
            .toList();
    for (String command : commands) {
      String quick =
          command + " --name guide-%d --set stop.steps=30".formatted(ProcessHandle.current().pid());
      Ductile.Answer answer = DUCTILE.line(quick);

      assertThat(answer.status()).as(command + "\n" + answer.err()).isZero();
      assertThat(answer.out()).as(command).contains("done");
    }
    assertThat(commands).hasSizeGreaterThan(3);
  }

  private static void requireWorks(String line) {
    Ductile.Answer answer = DUCTILE.line(IS_LONG ? line : abridged(line));

    assertThat(answer.status()).as(line + "\n" + answer.err()).isZero();
  }

  private static String abridged(String line) {
    String command = line.replaceFirst("\\s+#.*", "");
    return command
            .replace("--seeds 1..10 --within 5%", "--seeds 1..2 --within 30% --loads 0.8")
            .replace("--seeds 1..3", "--seeds 1")
            .replace("--for 3s", "--for 1s")
        + (command.matches("ductile train .*") ? " --set stop.steps=60" : "");
  }

  private static Stream<String> commands(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith("./ductile "))
        .filter(line -> !line.matches("\\./ductile (demo|run|scale)\\b.*"))
        .map(line -> line.substring(2));
  }
}
