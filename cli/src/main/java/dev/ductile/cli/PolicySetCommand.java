package dev.ductile.cli;

import dev.ductile.rest.Accepted;
import dev.ductile.rest.PolicyChoice;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Changes the policy of a server. */
@Command(
    name = "set",
    mixinStandardHelpOptions = true,
    header = "Lets another policy decide from now on.",
    description = {"", "Jobs go on; the next decision may change their sizes."},
    footerHeading = "%nExamples:%n",
    footer = {"  ductile policy set srtf --why \"short jobs wait too long\""})
final class PolicySetCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "POLICY",
      completionCandidates = Known.Policies.class,
      description = "The policy; its settings may follow its name, as in 'marginal urgency=1'.")
  private String policy = "";

  @Mixin private final ReasonOption reason = new ReasonOption();
  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() {
    try (Client client = service.client()) {
      client.put(
          ResourcePath.of("policy"), new PolicyChoice(policy, reason.text()), Accepted.class);
      service.console.note(policy + " decides from now on");
    }
    return ExitStatus.OK;
  }
}
