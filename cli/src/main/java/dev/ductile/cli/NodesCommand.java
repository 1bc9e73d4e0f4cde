package dev.ductile.cli;

import dev.ductile.cli.service.OperatorLists;
import dev.ductile.rest.NodeView;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the nodes of a server. */
@Command(
    name = "nodes",
    mixinStandardHelpOptions = true,
    header = "Lists the nodes of a server, and drains them.",
    description = {"", "A drained node gets no further tasks, and its jobs move to other nodes."},
    subcommands = {NodesDrainCommand.class, NodesUndrainCommand.class},
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile nodes",
      "  ductile nodes drain node-1 --why \"new memory\"",
      "  ductile nodes undrain node-1"
    })
final class NodesCommand implements Callable<Integer> {
  @Mixin private final WatchOption watch = new WatchOption();
  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() throws InterruptedException {
    try (Client client = output.service.client()) {
      watch.print(
          output,
          "no nodes",
          () ->
              OperatorLists.nodes(client.list(ResourcePath.of("nodes"), NodeView.class).items())
                  .answer());
    }
    return ExitStatus.OK;
  }
}
