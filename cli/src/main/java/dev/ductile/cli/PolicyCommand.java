package dev.ductile.cli;

import dev.ductile.cli.service.PolicyAnswers;
import dev.ductile.cli.service.ShadowAnswers;
import dev.ductile.rest.PolicyChoice;
import dev.ductile.rest.ShadowView;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the policy of a server. */
@Command(
    name = "policy",
    mixinStandardHelpOptions = true,
    header = "Shows the policy that decides, and changes it.",
    description = {
      "",
      "All policies: ductile policies. Their futures: ductile what-if --policy NAME."
    },
    subcommands = PolicySetCommand.class,
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile policy",
      "  ductile policy --shadow",
      "  ductile policy set srtf --why \"short jobs wait too long\""
    })
final class PolicyCommand implements Callable<Integer> {
  @Option(names = "--shadow", description = "Compares the policy with those that decide in shadow.")
  private boolean shadow;

  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() {
    try (Client client = output.service.client()) {
      output.print(
          shadow
              ? ShadowAnswers.of(
                  client.list(ResourcePath.of("shadow"), ShadowView.class), ServiceOptions.times())
              : PolicyAnswers.of(client.get(ResourcePath.of("policy"), PolicyChoice.class)));
    }
    return ExitStatus.OK;
  }
}
