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
import picocli.CommandLine.Parameters;

/** Sets the keys of a queue. */
@Command(
    name = "set",
    mixinStandardHelpOptions = true,
    header = "Makes a queue, or changes its settings.",
    description = {
      "",
      "The keys are those of a queue in a server file; the others stay as they are."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile queues set research weight=2 guaranteed.gpu=8"})
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

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() {
    Document empty = Document.tree("the queue", Json.MAPPER.createObjectNode());
    JsonNode keys = Setting.on(empty, settings, FORM).root().node();
    try (Client client = service.client()) {
      client.put(ResourcePath.of("queues", queue), new QueueRequest(keys), Accepted.class);
      service.console.note("set queue " + queue);
    }
    return ExitStatus.OK;
  }
}
