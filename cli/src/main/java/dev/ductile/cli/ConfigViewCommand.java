package dev.ductile.cli;

import dev.ductile.cli.service.ConfigurationAnswers;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the configuration. */
@Command(
    name = "view",
    mixinStandardHelpOptions = true,
    header = "Shows every value and where it comes from.",
    footerHeading = "%nExamples:%n",
    footer = {"  ductile config view"})
final class ConfigViewCommand implements Callable<Integer> {
  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() {
    output.print(ConfigurationAnswers.of(output.service.configuration()));
    return ExitStatus.OK;
  }
}
