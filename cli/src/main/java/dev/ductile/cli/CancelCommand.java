package dev.ductile.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Cancels jobs. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    header = "Cancels jobs of a server.",
    description = {"", "Stops the tasks of each job. A cancelled job does not start again."},
    footerHeading = "%nExamples:%n",
    footer = {"  ductile cancel ads", "  ductile cancel sweep-1 sweep-2 --why \"wrong data\""})
final class CancelCommand implements Callable<Integer> {
  @Mixin private final JobAction action = new JobAction();

  @Override
  public Integer call() {
    return action.send("cancel", "cancelled");
  }
}
