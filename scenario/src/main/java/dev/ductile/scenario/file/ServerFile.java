package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Nodes;
import dev.ductile.api.Queue;
import dev.ductile.api.Stability;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.KeptTimes;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.text.Document;
import dev.ductile.text.FileKind;
import dev.ductile.text.InputException;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the settings of a server. The whole file is checked, including those of its policy. */
public final class ServerFile {
  private ServerFile() {}

  /**
   * The settings in a file.
   *
   * @param machine the cluster of a file that names none
   * @throws InputException with all mistakes in it
   */
  public static ServerSettings read(Path file, Catalog catalog, Nodes machine) {
    Written root = Document.read(file).root();
    FileKind.SERVER.require(root);
    var mistakes = new Mistakes();
    Optional<ServerEntry> bound =
        mistakes.tried(() -> TypeReaders.BINDER.record(ServerEntry.class, root));
    Optional<Nodes> nodes =
        root.get("cluster")
            .flatMap(written -> mistakes.tried(() -> ClusterEntry.machines(written)));
    Optional<Choice> policy =
        root.get("policy").flatMap(one -> mistakes.tried(() -> policy(one, file, catalog)));
    List<Choice> shadows = shadows(root, file, catalog, mistakes);
    Optional<Choice> placement =
        root.get("placement").flatMap(one -> mistakes.tried(() -> placement(one, catalog)));
    Optional<String> estimator =
        root.get("estimator").flatMap(name -> mistakes.tried(() -> catalog.estimator(name)));
    mistakes.throwAny();
    ServerEntry entry = bound.orElseThrow();
    return JobReader.checked(
        root,
        () ->
            new ServerSettings(
                nodes.orElse(machine),
                policy.orElse(ServerSettings.DEFAULT_POLICY),
                shadows,
                placement.orElse(Scenario.DEFAULT_PLACEMENT),
                entry.rescale().map(ScenarioEntry.RescaleEntry::rescale).orElse(Rescale.FREE),
                entry
                    .decisions()
                    .map(each -> each.decisions(ServerSettings.DEFAULT_DECISIONS.leastInterval()))
                    .orElse(ServerSettings.DEFAULT_DECISIONS),
                Optional.of(estimator.orElse(ServerSettings.DEFAULT_ESTIMATOR)),
                QueueEntry.queues(root, entry.queues()),
                entry.openId().map(openId -> openId.provider(file)),
                entry.runAs().map(RunAsEntry::jobUsers),
                StabilityEntry.of(root, entry.stability()).orElse(Stability.USUAL),
                entry.idleAfter().orElse(ServerSettings.DEFAULT_IDLE_AFTER),
                entry.seed().orElse(1),
                entry.journal().map(ServerEntry.JournalEntry::kept).orElse(KeptTimes.USUAL),
                entry.tracing().map(TracingEntry::collector)));
  }

  /**
   * A queue from the keys that a server file has for it, except its name.
   *
   * @throws InputException with all mistakes in it
   */
  public static Queue queue(String name, JsonNode keys) {
    Written written = Document.tree("queue " + name, keys).root();
    written.requireObject();
    ObjectNode named = keys.deepCopy();
    named.put("name", name);
    ArrayNode list = JsonNodeFactory.instance.arrayNode().add(named);
    Written root =
        Document.tree("queue " + name, JsonNodeFactory.instance.objectNode().set("queues", list))
            .root();
    return QueueEntry.queues(
            root,
            Optional.of(
                List.of(
                    TypeReaders.BINDER.record(
                        QueueEntry.class, root.need("queues").elements().getFirst()))))
        .getFirst();
  }

  private static List<Choice> shadows(Written root, Path file, Catalog catalog, Mistakes mistakes) {
    var shadows = new ArrayList<Choice>();
    root.get("shadow")
        .filter(written -> written.node().isArray())
        .ifPresent(list ->
            list.elements()
                .forEach(one ->
                    mistakes.tried(() -> policy(one, file, catalog)).ifPresent(shadows::add)));
    return shadows;
  }

  private static Choice policy(Written written, Path file, Catalog catalog) {
    Written located = catalog.beside(file, written);
    catalog.checkPolicy(located);
    return Choice.of(located);
  }

  private static Choice placement(Written written, Catalog catalog) {
    catalog.checkPlacement(written);
    return Choice.of(written);
  }
}
