package dev.ductile.cli;

import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes a queue. */
@Command(
    name = "delete",
    mixinStandardHelpOptions = true,
    header = "Removes a queue with its settings.",
    description = {
      "",
      "A queue with jobs that wait or run is not removed. Remove a queue of the server file there"
          + " first."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile queues delete teaching"})
final class QueuesDeleteCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "QUEUE", description = "The name of the queue.")
  private String queue = "";

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() {
    try (Client client = service.client()) {
      client.delete(ResourcePath.of("queues", queue));
      service.console.note("removed queue " + queue);
    }
    return ExitStatus.OK;
  }
}
