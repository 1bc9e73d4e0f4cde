package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the guide on policies, from an empty folder to an installed jar. */
@Tag("process")
@Timeout(1800)
final class NewPolicyTest {
  private static final Pattern BLOCK =
      Pattern.compile("^```sh\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

  @TempDir private Path folder;

  @Test
  void theCommandsOfTheGuideBuildCompareCheckAndInstallAPolicy() throws IOException {
    List<String> blocks = blocks();
    assertThat(blocks).hasSize(4);

    Ductile.Answer begun = works(blocks.get(0));
    assertThat(begun.err()).contains("wrote one-each/src/com/example/OneEach.java");
    assertThat(begun.out())
        .contains("one-each: the laws hold, and the example gets its sizes")
        .contains("one-each/out/one-each.jar")
        .contains("every job its least size, first come first served")
        .contains("Against one-each");
    assertThat(works(blocks.get(1)).out()).contains("every job its least size");
    assertThat(works(blocks.get(2)).out())
        .isEqualTo(
            "one-each keeps all laws on 200 random clusters of 8 decisions and on 400 pictures with extreme values\n");
    assertThat(works(blocks.get(3)).out()).startsWith("one-each keeps all laws on 5 random ");
    assertThat(folder.resolve(".local/share/ductile/plugins/one-each.jar")).exists();
  }

  /** The folder is the home of the user, and the commands of a JDK are on the path. */
  private Ductile.Answer works(String block) {
    Ductile.Answer answer =
        new Ductile(folder)
            .shell(
                "set -eu; unset DUCTILE_PLUGINS XDG_DATA_HOME; export HOME='%s' JAVA_HOME='%s' PATH=\"%s/bin:$PATH\"%n%s"
                    .formatted(
                        folder,
                        System.getProperty("java.home"),
                        System.getProperty("java.home"),
                        block));
    assertThat(answer.status()).as("%s%n%s", block, answer).isZero();
    return answer;
  }

  private static List<String> blocks() throws IOException {
    String page = Files.readString(Ductile.root().resolve("docs/how-to/write-a-policy.md"));
    return BLOCK.matcher(page).results().map((MatchResult block) -> block.group(1)).toList();
  }
}
