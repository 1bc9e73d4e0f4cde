package dev.ductile.cli;

import dev.ductile.cli.service.ReloadAnswers;
import dev.ductile.rest.Reloaded;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lets a server read its file again. */
@Command(
    name = "reload",
    mixinStandardHelpOptions = true,
    header = "Lets the server read its file again.",
    description = {
      "",
      "Lists the keys that have changed, those that are unchanged, and those that need a restart. A"
          + " file with a mistake changes nothing. A policy or a queue that was set over the"
          + " interface stays until its key in the file changes."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile reload", "  ductile reload -o json"})
final class ReloadCommand implements Callable<Integer> {
  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() {
    try (Client client = output.service.client()) {
      Reloaded answer = client.post(ResourcePath.of("reload"), Reloaded.class);
      output.print(ReloadAnswers.of(answer));
      answer.notes().forEach(output::note);
    }
    return ExitStatus.OK;
  }
}
