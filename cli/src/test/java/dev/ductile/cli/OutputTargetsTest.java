package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every file and folder that a command will write is checked before the command reads its input.
 */
final class OutputTargetsTest {
  /** The options that name files and folders to read. */
  private static final Set<String> READ =
      Set.of(
          "export --folder",
          "fit --test",
          "profile --capture",
          "profile --phases",
          "reproduce --from",
          "run --resume",
          "server --config",
          "server --tls-certificate",
          "server --tls-key",
          "what-if --job",
          "doctor --data");

  /** Operands of which no file exists, so that a command that begins complains about them. */
  private static final Map<String, List<String>> OPERANDS =
      Map.ofEntries(
          Map.entry("simulate", List.of("nowhere.yaml")),
          Map.entry("run", List.of("nowhere.yaml")),
          Map.entry("replay", List.of("nowhere", "-p", "same")),
          Map.entry("reproduce", List.of("nowhere", "--from", "nowhere")),
          Map.entry("predict", List.of("nowhere.yaml")),
          Map.entry("fit", List.of("nowhere.csv")),
          Map.entry("profile", List.of("--phases", "nowhere.jsonl")),
          Map.entry("import", List.of("nowhere.csv")),
          Map.entry("new-policy", List.of("no_policy_of_nowhere")),
          Map.entry("train", List.of("nowhere.yaml")),
          Map.entry("export", List.of("nowhere.yaml")),
          Map.entry("score", List.of("nowhere", "nowhere.csv")));

  @TempDir private Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(folder.resolve("file"), "kept");
    Files.createDirectory(folder.resolve("folder"));
  }

  @Test
  void everyOptionOfAFileOrAFolderIsReadOrChecked() {
    for (CommandLine command : Main.commandLine().getSubcommands().values()) {
      for (OptionSpec option : command.getCommandSpec().options()) {
        String name = command.getCommandName() + " " + option.longestName();
        if (Set.of("FILE", "FOLDER").contains(option.paramLabel()) && !isRead(name)) {
          assertThat(OutputTargets.kind(option)).as(name).isPresent();
        }
      }
    }
  }

  private static boolean isRead(String option) {
    return READ.contains(option) || option.matches(".* --(plugins|ca-file|token-file)");
  }

  @ParameterizedTest
  @MethodSource("targets")
  void aTargetThatCannotBeWrittenIsNamedBeforeTheCommandBegins(
      String command, String option, String target, String reason) throws IOException {
    var arguments = new ArrayList<>(List.of(command));
    arguments.addAll(OPERANDS.getOrDefault(command, List.of()));
    arguments.addAll(List.of(option, folder.resolve(target).toString()));

    String err = err(arguments);

    assertThat(err)
        .startsWith("ductile: %s %s: ".formatted(option, folder.resolve(target)))
        .contains(reason)
        .hasLineCount(1);
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all).hasSize(3);
    }
    assertThat(folder.resolve("file")).hasContent("kept");
  }

  @Test
  void aFileSystemThatTakesNoFilesIsNamedWithoutTheNameOfTheAttempt() {
    assertThat(err(List.of("simulate", "nowhere.yaml", "--report", "/proc/ductile")))
        .startsWith("ductile: --report /proc/ductile: its folder takes no new files");
  }

  @ParameterizedTest
  @MethodSource("writingWithInput")
  void aTargetThatCanBeWrittenIsNotTouched(String command, String option, Writes.Kind kind)
      throws IOException {
    var arguments = new ArrayList<>(List.of(command));
    arguments.addAll(OPERANDS.getOrDefault(command, List.of()));
    String target = kind == Writes.Kind.FILE ? "file" : "new/deep/folder";
    arguments.addAll(List.of(option, folder.resolve(target).toString()));

    assertThat(err(arguments)).contains("nowhere").doesNotContain(option + " ");
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all).hasSize(3);
    }
    assertThat(folder.resolve("file")).hasContent("kept");
  }

  @Test
  void aFolderWithoutPermissionIsNamedWithItsOwnerAndTheUser() throws IOException {
    Object owner = Files.getAttribute(folder, "unix:uid");
    var denied = new AccessDeniedException(folder.resolve("no/file").toString());

    assertThat(OutputTargets.reason(denied))
        .isEqualTo(
            "user %s may not write in %s, which belongs to user %s"
                .formatted(Files.getAttribute(Path.of("/proc/self"), "unix:uid"), folder, owner));
  }

  private static String err(List<String> arguments) {
    var err = new StringWriter();
    int status =
        Main.commandLine()
            .setErr(new PrintWriter(err, true))
            .execute(arguments.toArray(String[]::new));
    assertThat(status).isNotZero();
    return err.toString();
  }

  private static Stream<Arguments> targets() {
    return writing()
        .flatMap(one -> {
          Object[] parts = one.get();
          return parts[2] == Writes.Kind.FILE
              ? Stream.of(
                  arguments(parts[0], parts[1], "folder", "is a folder, not a file; name a file"),
                  arguments(parts[0], parts[1], "no/file", "there is no such folder; make it with"),
                  arguments(parts[0], parts[1], "file/inside", "; name another file"))
              : Stream.of(
                  arguments(parts[0], parts[1], "file", "is a file, not a folder; name another"),
                  arguments(parts[0], parts[1], "file/in/side", "is a file, not a folder; name"));
        });
  }

  /** Without the commands that need no input and so would begin. */
  private static Stream<Arguments> writingWithInput() {
    return writing().filter(one -> OPERANDS.containsKey(one.get()[0]));
  }

  private static Stream<Arguments> writing() {
    return Main.commandLine().getSubcommands().values().stream()
        .flatMap(command ->
            command.getCommandSpec().options().stream()
                .flatMap(option ->
                    OutputTargets.kind(option).stream()
                        .map(kind ->
                            arguments(
                                command.getCommandName(),
                                Objects.requireNonNull(option.longestName()),
                                kind))));
  }
}
