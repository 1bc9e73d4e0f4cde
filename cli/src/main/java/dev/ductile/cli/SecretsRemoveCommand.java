package dev.ductile.cli;

import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes secrets. */
@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    header = "Removes secrets of yours.",
    description = {
      "",
      "Tasks that run keep the value. A job that needs it fails at its next start."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile secrets remove wandb"})
final class SecretsRemoveCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", arity = "1..*", description = "The names of the secrets.")
  private List<String> names = List.of();

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() {
    try (Client client = service.client()) {
      for (String name : names) {
        client.delete(ResourcePath.of("secrets", name));
        service.console.note("removed " + name);
      }
    }
    return ExitStatus.OK;
  }
}
