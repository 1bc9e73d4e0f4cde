package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands in blocks of the language sh work, from the first of a page to its last. They train,
 * simulate and measure less than their pages say, except in the long check. A block whose language
 * is followed by a name is a file of the reader; another block of text has lines of the last
 * answer. Commands in other blocks are only read, by DocumentedOptionsTest of the module cli: they
 * need minutes, or files that are not ours.
 */
@Tag("process")
@Timeout(600)
final class DocumentedCommandsTest {
  private static final boolean IS_LONG = Integer.getInteger("ductile.seedFactor", 1) > 1;
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)(?: ([\\w.]+))?\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

  /** Verbs that CommandTest, ScriptTest, TakeOverTest and TrainTest run. */
  private static final String RUN_ELSEWHERE = "ductile (demo|run|scale)\\b.*";

  /** Pipes and quotes need a shell; such lines are only read, as those in other blocks. */
  private static final Pattern FOR_A_SHELL = Pattern.compile("['\"|<>&;$*]");

  /**
   * The pages that TraceTutorialTest, ClusterTutorialTest and NewPolicyTest run, and the guide
   * below.
   */
  private static final Set<String> OTHER_PAGES =
      Set.of(
          "docs/tutorial/your-trace.md",
          "docs/tutorial/your-cluster.md",
          "docs/how-to/write-a-policy.md",
          "docs/how-to/train.md");

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();

  @ParameterizedTest
  @MethodSource("pages")
  void everyPageWorksFromItsFirstCommandToItsLast(String page) throws IOException {
    assumeTrue(
        hasPython()
            || blocks(page)
                .flatMap(DocumentedCommandsTest::commands)
                .noneMatch(command -> command.contains("python3")),
        "there is no python3 on PATH");
    DUCTILE.linkExamples();
    String answer = "";
    for (MatchResult block : blocks(page).toList()) {
      if (block.group(2) != null) {
        Files.writeString(DUCTILE.folder().resolve(block.group(2)), block.group(3));
      } else if (block.group(1).equals("sh")) {
        for (String command : commands(block).toList()) {
          answer = answer(command);
        }
      } else if (block.group(1).equals("text")) {
        assertThat(answer.lines()).containsAll(block.group(3).lines().toList());
      }
    }
  }

  private static boolean hasPython() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
  }

  /** The pages with a command that is run here. */
  static List<String> pages() throws IOException {
    List<String> pages =
        SourceTree.here().texts().keySet().stream()
            .filter(file -> file.matches("README\\.md|(docs|examples)/.*\\.md"))
            .filter(file -> !OTHER_PAGES.contains(file))
            .filter(file -> blocks(file).flatMap(DocumentedCommandsTest::commands).count() > 0)
            .toList();
    assertThat(pages).contains("README.md", "docs/tutorial/compare-policies.md");
    return pages;
  }

  /** {@link TrainTest} covers the commands for a running job. */
  @Test
  void everyCommandOfTheGuideTrains() throws IOException {
    DUCTILE.linkExamples();
    List<String> commands =
        blocks("docs/how-to/train.md").flatMap(DocumentedCommandsTest::commands).toList();
    for (String command : commands) {
      String quick =
          command + " --name guide-%d --set stop.steps=30".formatted(ProcessHandle.current().pid());
      Ductile.Answer answer = DUCTILE.line(quick);

      assertThat(answer.status()).as(command + "\n" + answer.err()).isZero();
      assertThat(answer.out()).as(command).contains("done");
    }
    assertThat(commands).hasSizeGreaterThan(3);
  }

  private static String answer(String line) {
    Ductile.Answer answer = DUCTILE.line(IS_LONG ? line : abridged(line));

    assertThat(answer.status()).as(line + "\n" + answer.err()).isZero();
    return answer.out();
  }

  private static String abridged(String line) {
    String command = line.replaceFirst("\\s+#.*", "");
    return command
            .replace("--seeds 1..10 --within 5%", "--seeds 1..2 --within 30% --loads 0.8")
            .replace("--seeds 1..3", "--seeds 1")
            .replace("--for 3s", "--for 1s")
        + (command.matches("ductile train .*") ? " --set stop.steps=60" : "");
  }

  private static Stream<MatchResult> blocks(String page) {
    try {
      return BLOCK.matcher(Files.readString(Ductile.root().resolve(page))).results();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> commands(MatchResult block) {
    return block
        .group(3)
        .lines()
        .map(line -> line.replaceFirst("^\\./ductile ", "ductile "))
        .filter(line -> block.group(1).equals("sh") && line.startsWith("ductile "))
        .filter(line -> !line.matches(RUN_ELSEWHERE) && !FOR_A_SHELL.matcher(line).find());
  }
}
