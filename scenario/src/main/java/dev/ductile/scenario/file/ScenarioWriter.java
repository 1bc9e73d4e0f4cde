package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Node;
import dev.ductile.api.Queue;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Stability;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.text.FileKind;
import dev.ductile.text.Quantity;
import dev.ductile.text.Scalars;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes a scenario of a recorded cluster, whose jobs are in a trace beside it. */
public final class ScenarioWriter {
  private ScenarioWriter() {}

  /**
   * The keys of the scenario file.
   *
   * @param stability the limits of the changes of each job; none if it is empty
   * @param trace the name of the trace, which is in the folder of the scenario
   */
  public static ObjectNode tree(
      ServerSettings settings, Optional<Stability> stability, String trace) {
    ObjectNode file =
        JsonNodeFactory.instance.objectNode().put(FileKind.KEY, FileKind.SCENARIO.word());
    file.set("cluster", cluster(settings.nodes().list()));
    file.putObject("workload").put("trace", trace);
    file.putArray("policies").add(choice(settings.policy()));
    file.set("placement", choice(settings.placement()));
    if (!settings.rescale().equals(Rescale.FREE)) {
      file.set("rescale", rescale(settings.rescale()));
    }
    if (!settings.decisions().equals(Decisions.ON_EVENTS)) {
      file.putObject("decisions")
          .put("every", Quantity.text(settings.decisions().every()))
          .put("onEvents", settings.decisions().onEvents());
    }
    settings.estimator().ifPresent(name -> file.put("estimator", name));
    stability.ifPresent(limits -> file.set("stability", stability(limits)));
    file.putArray("seeds").add(settings.seed());
    queues(file, settings.queues());
    return file;
  }

  /** The nodes. Without accelerators, a cluster counts its processors. */
  private static ObjectNode cluster(List<Node> nodes) {
    ObjectNode written = StateWriter.nodes(nodes);
    boolean hasDevices =
        nodes.stream().anyMatch(node -> node.capacity().amount(node.device().resource()) > 0);
    if (!hasDevices && nodes.stream().anyMatch(node -> node.capacity().amount(Resources.CPU) > 0)) {
      written.put("device", Resources.CPU);
    }
    return written;
  }

  private static ObjectNode stability(Stability limits) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("cooldown", Quantity.text(limits.cooldown()))
        .put("minimumRun", Quantity.text(limits.minimumRun()))
        .put("period", Quantity.text(limits.period()))
        .put("paused", limits.mostPaused())
        .put("returns", limits.mostReturns())
        .put("firstRest", Quantity.text(limits.firstRest()))
        .put("longestRest", Quantity.text(limits.longestRest()));
  }

  private static JsonNode choice(Choice choice) {
    ObjectNode named = JsonNodeFactory.instance.objectNode().put("name", choice.name());
    choice.settings().properties().forEach(one -> named.set(one.getKey(), one.getValue()));
    return named;
  }

  private static void queues(ObjectNode file, List<Queue> queues) {
    if (!queues.isEmpty()) {
      ArrayNode list = file.putArray("queues");
      queues.forEach(queue -> list.add(QueueWriter.tree(queue)));
    }
  }

  private static ObjectNode rescale(Rescale rescale) {
    ObjectNode written = JsonNodeFactory.instance.objectNode();
    written.put("start", Quantity.text(rescale.start()));
    Map<RescaleMode, Cost> costs = new TreeMap<>(rescale.cost());
    costs.forEach((mode, cost) -> {
      switch (cost) {
        case Cost.None _ -> {}
        case Cost.Fixed fixed -> written.put(Scalars.word(mode), Quantity.text(fixed.pause()));
        case Cost.Measured measured -> {
          ArrayNode pauses = written.putArray(Scalars.word(mode));
          measured.samples().forEach(pause -> pauses.add(Quantity.text(pause)));
        }
      }
    });
    if (rescale.handover()) {
      written.put("handover", true);
    }
    return written;
  }
}
