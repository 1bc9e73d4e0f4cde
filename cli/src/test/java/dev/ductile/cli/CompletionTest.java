package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ductile.cli.completion.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The scripts of {@code ductile completion} in the real shells. */
@Tag("process")
@Timeout(120)
final class CompletionTest {
  /** What bash calls when a user presses the tab key. */
  private static final String BASH =
      """
      source "$1"
      COMP_LINE=$2 COMP_POINT=${#2}
      _ductile
      printf 'word:%s\\n' "${COMPREPLY[@]}"
      """;

  private static final String FISH = "source $argv[1]; complete -C $argv[2]";

  /** A proposal; zsh prints its first one behind the line that is completed. */
  private static final Pattern WORD = Pattern.compile("word:(\\S+)");

  @TempDir private Path folder;

  @BeforeEach
  void makeFiles() throws IOException {
    Files.createDirectories(folder.resolve("here/reports"));
    Files.createFile(folder.resolve("here/rigid.yaml"));
    Files.createDirectories(folder.resolve("ductile"));
    Path command = Files.createDirectories(folder.resolve("bin")).resolve("ductile");
    Files.writeString(
        command,
        "#!/bin/sh\n[ \"$*\" = 'jobs -o name --limit 500' ] && printf 'sweep-1\\nlate\\n'\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();
    for (String job : List.of("digits", "ads", "a-long-name-that-is-cut~0a1b2c3d")) {
      Files.createFile(folder.resolve("ductile").resolve(job + ".job"));
    }
  }

  /** The proposals begin with the last word of the line, or with its part behind = or @. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ductile decid                                 | decide
          ductile help si                               | simulate
          ductile completion f                          | fish
          ductile decide --pol                          | --policy
          ductile decide --policy srt                   | srtf
          ductile decide rigid.yaml -p srt              | srtf
          ductile decide --policy=srt                   | srtf
          ductile decide --policy fifo,srt              | fifo,srtf
          ductile decide --placement cons               | consolidated
          ductile decide ri                             | rigid.yaml
          ductile simulate --report re                  | reports/
          ductile simulate --seeds 1 ri                 | rigid.yaml
          ductile simulate rigid.yaml -o js             | json
          ductile import --format heli                  | helios
          ductile predict resnet50@h200-                | resnet50@h200-bf16
          ductile predict ri                            | rigid.yaml
          ductile scale di                              | digits
          ductile scale a                               | ads
          ductile scale digits --wor                    | --workers
          ductile why sw                                | sweep-1
          ductile tokens cr                             | create
          ductile train --mechanism che                 | checkpoint
          ductile learn im                              | imitate
          ductile learn imitate --tea                   | --teacher
          ductile learn imitate --teacher srt           | srtf
          ductile learn reinforce ri                    | rigid.yaml
          ductile learn evaluate m --scenario ri        | rigid.yaml
          """)
  void aShellProposesWhatFits(String line, String expected) throws Exception {
    assertThat(proposals(Shell.bash, line)).containsExactly(behindLastBreak(expected, line));
    if (Files.exists(Path.of("/usr/bin/fish"))) {
      assertThat(proposals(Shell.fish, line)).hasSize(1).allMatch(one -> one.endsWith(expected));
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ductile decid                                 | decide
          ductile decide --policy=fifo,srt              | srtf
          ductile decide --pol                          | --policy
          ductile simulate --report re                  | reports
          ductile predict resnet50@h200-                | resnet50@h200-bf16
          ductile scale a                               | ads
          ductile why sw                                | sweep-1
          ductile learn im                              | imitate
          ductile learn imitate --teacher srt           | srtf
          ductile learn reinforce ri                    | rigid.yaml
          """)
  void zshProposesWhatFits(String line, String expected) throws Exception {
    require(Shell.zsh);

    assertThat(proposals(Shell.zsh, line)).containsExactly(expected);
  }

  @ParameterizedTest
  @EnumSource
  void aScriptHasNoMistakeOfSyntax(Shell shell) throws Exception {
    require(shell);

    assertThat(output(shell.name(), "-n", script(shell).toString())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theNameOfASocketIsNoCommand(Shell shell) throws Exception {
    require(shell);
    Files.createFile(folder.resolve("ductile/$(touch made).job"));
    Files.createFile(folder.resolve("ductile/`touch made`.job"));

    assertThat(proposals(shell, "ductile scale ")).contains("ads").doesNotContain("made");
    assertThat(folder.resolve("here/made")).doesNotExist();
  }

  /** The folder of another user has jobs that the command does not reach. */
  @ParameterizedTest
  @EnumSource
  void onlyAFolderOfTheUserIsListed(Shell shell) throws Exception {
    require(shell);
    assumeTrue(isGivenAway(folder.resolve("ductile")), "needs the rights of root");

    assertThat(proposals(shell, "ductile scale a")).doesNotContain("ads");
  }

  private static boolean isGivenAway(Path own) {
    try {
      Files.setAttribute(own, "unix:uid", 65_534);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /** bash replaces only the part of a word behind the last = or @. */
  private static String behindLastBreak(String expected, String line) {
    String word = line.substring(line.lastIndexOf(' ') + 1);
    int last = Math.max(word.lastIndexOf('='), word.lastIndexOf('@'));
    String plain = expected.endsWith("/") ? expected.substring(0, expected.length() - 1) : expected;
    return word.startsWith("--") || last < 0 ? plain : plain.substring(last + 1);
  }

  private static void require(Shell shell) {
    boolean isThere =
        Stream.of("/usr/bin", "/bin", "/usr/local/bin")
            .anyMatch(bin -> Files.exists(Path.of(bin, shell.name())));
    assumeTrue(isThere, shell + " is not installed, so its completion is not tested here");
  }

  /** Different words that a shell proposes for the end of this line. */
  private Set<String> proposals(Shell shell, String line) throws Exception {
    String script = script(shell).toString();
    String text =
        switch (shell) {
          case bash -> output("bash", "-c", BASH, "bash", script, line);
          case fish -> output("fish", "--no-config", "-c", FISH, script, line);
          case zsh -> output("zsh", "-f", zshProposals(), script, line);
        };
    var words = new TreeSet<String>();
    if (shell == Shell.fish) {
      text.lines().map(proposal -> proposal.replaceFirst("\t.*", "")).forEach(words::add);
    } else {
      WORD.matcher(text).results().map(found -> found.group(1)).forEach(words::add);
    }
    return words;
  }

  private String zshProposals() throws IOException {
    try (var in = Objects.requireNonNull(getClass().getResourceAsStream("proposals.zsh"))) {
      return Files.write(folder.resolve("proposals.zsh"), in.readAllBytes()).toString();
    }
  }

  private Path script(Shell shell) throws IOException {
    return Files.writeString(folder.resolve("script"), shell.script(Main.commandLine()));
  }

  private String output(String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.resolve("here").toFile())
            .redirectErrorStream(true);
    builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
    builder.environment().put("HOME", folder.toString());
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (path, own) -> own + path);
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text;
  }
}
