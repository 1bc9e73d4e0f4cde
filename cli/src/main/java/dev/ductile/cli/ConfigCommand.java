package dev.ductile.cli;

import dev.ductile.cli.service.ConfigurationAnswers;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the configuration. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    header = "Shows the configuration, and where each value comes from.",
    description = {
      "",
      "An option comes before a variable, a variable before .ductile.yaml of the project, and that"
          + " before ~/.config/ductile/config.yaml. A token is never shown."
    },
    subcommands = ConfigViewCommand.class,
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  ductile config", "  ductile config view -o json"})
final class ConfigCommand implements Callable<Integer> {
  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() {
    output.print(ConfigurationAnswers.of(output.service.configuration()));
    return ExitStatus.OK;
  }
}
