package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The folders of a user's plug-ins, and the commands that read them. */
final class PluginOptionsTest {
  @Test
  void theFolderOfAUserFollowsTheXdgSpecification() {
    assertThat(usual(Map.of("HOME", "/home/ann")))
        .containsExactly(Path.of("/home/ann/.local/share/ductile/plugins"));
    assertThat(usual(Map.of("HOME", "/home/ann", "XDG_DATA_HOME", "/data/ann")))
        .containsExactly(Path.of("/data/ann/ductile/plugins"));
    assertThat(usual(Map.of("HOME", "/home/ann", "XDG_DATA_HOME", "relative")))
        .containsExactly(Path.of("/home/ann/.local/share/ductile/plugins"));
    assertThat(usual(Map.of())).isEmpty();
  }

  @Test
  void theEnvironmentNamesOtherFoldersOrNone() {
    assertThat(usual(Map.of("HOME", "/home/ann", "DUCTILE_PLUGINS", "/a:/b/c")))
        .containsExactly(Path.of("/a"), Path.of("/b/c"));
    assertThat(usual(Map.of("HOME", "/home/ann", "DUCTILE_PLUGINS", ""))).isEmpty();
  }

  /** A policy of a user has to be known to every command that reads the name of one. */
  @Test
  void everyCommandThatReadsPoliciesHasTheOption() {
    List<String> readers =
        List.of(
            "simulate",
            "run",
            "replay",
            "decide",
            "policies",
            "check-policy",
            "new-policy",
            "predict",
            "import",
            "validate",
            "reproduce",
            "server",
            "trace");
    Map<String, CommandLine> commands = Main.commandLine().getSubcommands();
    assertThat(commands).containsKeys(readers.toArray(String[]::new));

    commands.forEach((name, command) -> {
      var options = command.getCommandSpec().optionsMap();
      assertThat(options.containsKey("--plugins")).as(name).isEqualTo(readers.contains(name));
      boolean isReader = readers.contains(name) || name.equals("what-if"); // the server reads it
      assertThat(options.containsKey("--policy") && !isReader).as(name).isFalse();
    });
  }

  private static List<Path> usual(Map<String, String> environment) {
    return PluginOptions.usual(environment);
  }
}
