package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Every command can be quiet and without colors. */
final class ConsoleTest {
  @Test
  void everyCommandHasTheOptions() {
    for (CommandLine command : commands(Main.commandLine()).toList()) {
      for (String option : new String[] {"-q", "--quiet", "--no-color"}) {
        assertThat(command.getCommandSpec().findOption(option))
            .as("%s %s", command.getCommandName(), option)
            .isNotNull();
      }
    }
  }

  /** The commands that do something, those of groups included. */
  private static Stream<CommandLine> commands(CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? Stream.of(command)
        : command.getSubcommands().values().stream().flatMap(ConsoleTest::commands);
  }

  @Test
  void colorsAreOffByTheOptionAndByTheEnvironment() {
    assertThat(ColorOption.colors(new String[] {"simulate", "--no-color"}, Map.of()))
        .isEqualTo(Ansi.OFF);
    assertThat(ColorOption.colors(new String[0], Map.of("NO_COLOR", "1"))).isEqualTo(Ansi.OFF);
    assertThat(ColorOption.colors(new String[0], Map.of("TERM", "dumb"))).isEqualTo(Ansi.OFF);
    assertThat(ColorOption.colors(new String[0], Map.of("NO_COLOR", "", "TERM", "xterm")))
        .isEqualTo(Ansi.AUTO);
  }
}
