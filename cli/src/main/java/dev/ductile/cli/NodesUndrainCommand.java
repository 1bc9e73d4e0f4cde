package dev.ductile.cli;

import dev.ductile.rest.Accepted;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends the draining of nodes. */
@Command(
    name = "undrain",
    mixinStandardHelpOptions = true,
    header = "Lets drained nodes have tasks again.",
    footerHeading = "%nExamples:%n",
    footer = {"  ductile nodes undrain node-1"})
final class NodesUndrainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NODE", arity = "1..*", description = "The names of the nodes.")
  private List<String> nodes = List.of();

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() {
    try (Client client = service.client()) {
      for (String node : nodes) {
        client.post(ResourcePath.of("nodes", node, "undrain"), Accepted.class);
        service.console.note("undrained " + node);
      }
    }
    return ExitStatus.OK;
  }
}
