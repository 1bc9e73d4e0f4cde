package dev.ductile.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.Json;
import dev.ductile.rest.QueueRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.text.Document;
import dev.ductile.text.Setting;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sets the keys of a queue. */
@Command(
    name = "set",
    mixinStandardHelpOptions = true,
    header = "Changes the settings of a queue, or makes one.",
    description = {
      "",
      "The keys are those of a queue in a server file; the others stay as they are. KEY=null takes"
          + " a key back to its default."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile queues set research weight=2 guaranteed.gpu=8",
      "  ductile queues set research userQuota.gpu=4 maxPriority=10 halfLife=7d",
      "  ductile queues set teaching weight=1 --create"
    })
final class QueuesSetCommand implements Callable<Integer> {
  private static final Setting.Form FORM = new Setting.Form("weight=2", Map.of());

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The name of the queue.")
  private String queue = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "KEY=VALUE",
      description = "A key and its value, as in a server file.")
  private List<String> settings = List.of();

  @Option(names = "--create", description = "Make the queue if there is none of this name.")
  private boolean create;

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() {
    Document empty = Document.tree("the queue", Json.MAPPER.createObjectNode());
    JsonNode keys = Setting.on(empty, settings, FORM).root().node();
    try (Client client = service.client()) {
      client.patch(
          ResourcePath.of("queues", queue).with("create", create),
          new QueueRequest(keys),
          Accepted.class);
      service.console.note("set queue " + queue);
    }
    return ExitStatus.OK;
  }
}
