package dev.ductile.cli;

import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Revokes access tokens. */
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    header = "Revokes access tokens and ends sessions, for good.",
    description = {"", "'ductile tokens' lists their ids."},
    footerHeading = "%nExamples:%n",
    footer = {"  ductile tokens revoke TOKEN"})
final class TokensRevokeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TOKEN", arity = "1..*", description = "The ids of tokens or sessions.")
  private List<String> tokens = List.of();

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() {
    try (Client client = service.client()) {
      for (String token : tokens) {
        client.delete(ResourcePath.of("tokens", token));
        service.console.note("revoked " + token);
      }
    }
    return ExitStatus.OK;
  }
}
