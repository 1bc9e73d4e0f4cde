package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command line: its help texts, and mistakes in it. */
@ResourceLock(Resources.SYSTEM_ERR)
final class MainTest {
  @ParameterizedTest
  @MethodSource("verbs")
  void everyHelpTextFitsEightyColumns(String verb) {
    var out = new StringWriter();
    int status =
        Main.commandLineFor(verb, "--help")
            .setUsageHelpWidth(80)
            .setOut(new PrintWriter(out, true))
            .execute(verb, "--help");

    assertThat(status).isZero();
    assertThat(out.toString()).contains("Usage: ductile " + verb);
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void theListOfCommandsHasOneLineForEach() {
    CommandLine all = Main.commandLine().setUsageHelpWidth(80);
    List<String> lines = all.getUsageMessage().lines().toList();

    for (String name : all.getSubcommands().keySet()) {
      assertThat(lines)
          .filteredOn(line -> line.matches("  %s +[A-Z].*\\.".formatted(name)))
          .hasSize(1);
    }
    assertThat(lines).allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void helpOfACommandIsItsHelpOption(String verb) {
    assertThat(answer("help", verb)).isEqualTo(answer(verb, "--help"));
  }

  @Test
  void helpWithoutACommandIsTheHelpOption() {
    assertThat(answer("help")).isEqualTo(answer("--help"));
    assertThat(answer("version")).isEqualTo(answer("--version")).startsWith("ductile ");
  }

  /** Reading the options of all commands takes half of the time of such a start. */
  @ParameterizedTest
  @ValueSource(strings = {"-V", "--version", "version"})
  void theVersionNeedsNoOtherCommand(String version) {
    assertThat(Main.commandLineFor(version).getSubcommands()).containsOnlyKeys("version");
    assertThat(Main.commandLineFor(version, "--help").getSubcommands()).isNotEmpty();
    assertThat(answer(version)).startsWith("ductile ");
  }

  private static String answer(String... arguments) {
    var out = new StringWriter();
    assertThat(Main.commandLineFor(arguments).setOut(new PrintWriter(out, true)).execute(arguments))
        .isZero();
    return out.toString();
  }

  static List<String> verbs() {
    List<String> verbs = List.copyOf(Main.commandLine().getSubcommands().keySet());
    assertThat(verbs).contains("demo", "simulate", "run", "train", "decide", "validate");
    return verbs;
  }

  @Test
  void aNameWithANulCharacterIsNoFile() {
    var output = new StringWriter();
    int status =
        Main.commandLine().setErr(new PrintWriter(output, true)).execute("decide", "nul\0name");

    assertThat(status).isEqualTo(ExitStatus.USAGE);
    assertThat(output.toString())
        .startsWith("ductile: ")
        .contains("\"nul name\" cannot name a file: it contains a NUL character")
        .doesNotContain("Exception");
  }
}
