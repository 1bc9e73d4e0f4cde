package dev.ductile.cli;

import dev.ductile.cli.service.OperatorLists;
import dev.ductile.rest.QueueView;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the queues of a server. */
@Command(
    name = "queues",
    mixinStandardHelpOptions = true,
    header = "Lists the queues of a server, and changes them.",
    description = {
      "",
      "Prints the share of the cluster that each queue has, and its fair share: its part of the"
          + " weights of the queues that have jobs now. -o wide adds the steady share, its part of"
          + " the weights of all queues. What a queue has borrowed is taken back when its owner"
          + " needs it."
    },
    subcommands = {QueuesSetCommand.class, QueuesDeleteCommand.class},
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  ductile queues", "  ductile queues set research weight=2 guaranteed.gpu=8"})
final class QueuesCommand implements Callable<Integer> {
  @Mixin private final WatchOption watch = new WatchOption();
  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() throws InterruptedException {
    try (Client client = output.service.client()) {
      watch.print(
          output,
          "no queues",
          () ->
              OperatorLists.queues(client.list(ResourcePath.of("queues"), QueueView.class).items())
                  .answer());
    }
    return ExitStatus.OK;
  }
}
