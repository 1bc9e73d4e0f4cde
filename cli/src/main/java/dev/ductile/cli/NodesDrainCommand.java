package dev.ductile.cli;

import dev.ductile.rest.Accepted;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Drains nodes. */
@Command(
    name = "drain",
    mixinStandardHelpOptions = true,
    header = "Gives nodes no further tasks, and moves their jobs.",
    footerHeading = "%nExamples:%n",
    footer = {"  ductile nodes drain node-1 node-2 --why \"new memory\""})
final class NodesDrainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NODE", arity = "1..*", description = "The names of the nodes.")
  private List<String> nodes = List.of();

  @Mixin private final ReasonOption reason = new ReasonOption();
  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() {
    try (Client client = service.client()) {
      for (String node : nodes) {
        client.post(
            ResourcePath.of("nodes", node, "drain"), new WhyRequest(reason.text()), Accepted.class);
        service.console.note("drains " + node);
      }
    }
    return ExitStatus.OK;
  }
}
