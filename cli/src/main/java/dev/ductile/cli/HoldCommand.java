package dev.ductile.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Holds jobs. */
@Command(
    name = "hold",
    mixinStandardHelpOptions = true,
    header = "Holds jobs of a server until they are resumed.",
    description = {
      "",
      "A running job saves its progress and gives its resources back; a waiting one does not start."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile hold ads --why \"until the data is fixed\"", "  ductile resume ads"})
final class HoldCommand implements Callable<Integer> {
  @Mixin private final JobAction action = new JobAction();

  @Override
  public Integer call() {
    return action.send("hold", "holds");
  }
}
