package dev.ductile.cli;

import dev.ductile.cli.service.OperatorLists;
import dev.ductile.rest.SecretName;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the names of secrets. */
@Command(
    name = "secrets",
    mixinStandardHelpOptions = true,
    header = "Lists the names of your secrets, stores and removes them.",
    description = {
      "",
      "A job file names a secret, and its tasks have the value as a variable of their environment."
          + " No command and no answer of the server shows a value."
    },
    subcommands = {SecretsSetCommand.class, SecretsRemoveCommand.class},
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile secrets",
      "  ductile secrets set wandb --file wandb.key",
      "  ductile secrets remove wandb"
    })
final class SecretsCommand implements Callable<Integer> {
  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() {
    try (Client client = output.service.client()) {
      output.print(
          OperatorLists.secrets(client.list(ResourcePath.of("secrets"), SecretName.class).items())
              .answer(),
          "no secrets; ductile secrets set NAME stores one");
    }
    return ExitStatus.OK;
  }
}
