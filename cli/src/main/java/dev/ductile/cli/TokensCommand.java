package dev.ductile.cli;

import dev.ductile.cli.service.OperatorLists;
import dev.ductile.rest.TokenView;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists access tokens. */
@Command(
    name = "tokens",
    mixinStandardHelpOptions = true,
    header = "Lists the access tokens of a server, makes and revokes them.",
    description = {
      "",
      "The server stores no token, so a list has no secrets. It has the sessions of people who"
          + " signed in on the page, too; 'ductile tokens revoke' ends them. An admin sees the"
          + " tokens and sessions of all users."
    },
    subcommands = {TokensCreateCommand.class, TokensRevokeCommand.class},
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile tokens",
      "  ductile tokens create laptop --user ada --role user --out ada.token",
      "  ductile tokens revoke TOKEN"
    })
final class TokensCommand implements Callable<Integer> {
  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() {
    try (Client client = output.service.client()) {
      output.print(
          OperatorLists.tokens(
                  client.list(ResourcePath.of("tokens"), TokenView.class).items(),
                  ServiceOptions.times())
              .answer(),
          "no tokens");
    }
    return ExitStatus.OK;
  }
}
