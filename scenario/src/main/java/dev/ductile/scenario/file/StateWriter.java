package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scenario.NoteFormat;
import dev.ductile.scenario.Submission;
import dev.ductile.text.FileKind;
import dev.ductile.text.Quantity;
import dev.ductile.text.Scalars;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes a picture of a cluster as a state file, on which a policy makes the same plan. */
public final class StateWriter {
  private StateWriter() {}

  /** The keys of a state file. */
  public static ObjectNode tree(Cluster cluster) {
    ObjectNode state =
        JsonNodeFactory.instance
            .objectNode()
            .put(FileKind.KEY, FileKind.STATE.word())
            .put("time", cluster.now().toString());
    state.set("cluster", nodes(cluster));
    names(state, "drained", cluster.settings().drained().keySet());
    names(state, "down", down(cluster));
    QueueWriter.write(state, cluster);
    ArrayNode jobs = state.putArray("jobs");
    cluster.jobs().forEach(job -> jobs.add(job(job, cluster)));
    return state;
  }

  private static ObjectNode nodes(Cluster cluster) {
    List<Node> all = new ArrayList<>(cluster.nodes().list());
    all.addAll(drainedNodes(cluster));
    return nodes(all);
  }

  /** The key cluster of a file. */
  static ObjectNode nodes(List<Node> all) {
    ObjectNode written = JsonNodeFactory.instance.objectNode();
    ArrayNode list = written.putArray("nodes");
    all.forEach(node -> list.add(node(node)));
    all.stream().findFirst().ifPresent(node -> written.put("device", node.device().resource()));
    return written;
  }

  /** The drained nodes that are up, in the order of their names. */
  private static List<Node> drainedNodes(Cluster cluster) {
    return new TreeMap<NodeId, Optional<Node>>(cluster.settings().drained())
        .values().stream().flatMap(Optional::stream).toList();
  }

  /** The nodes that are down, and that are drained or have tasks not yet reported as lost. */
  private static Set<NodeId> down(Cluster cluster) {
    var down = new TreeSet<>(cluster.settings().drained().keySet());
    for (Job job : cluster.jobs()) {
      job.allocation().shares().forEach(share -> down.add(share.node()));
    }
    down.removeIf(node -> cluster.nodes().find(node).isPresent());
    drainedNodes(cluster).forEach(node -> down.remove(node.id()));
    return down;
  }

  private static void names(ObjectNode state, String key, Set<NodeId> nodes) {
    if (!nodes.isEmpty()) {
      ArrayNode names = state.putArray(key);
      new TreeSet<>(nodes).forEach(node -> names.add(node.name()));
    }
  }

  private static ObjectNode node(Node node) {
    ObjectNode written = JsonNodeFactory.instance.objectNode().put("id", node.id().name());
    written.set("resources", resources(node.capacity()));
    if (!node.labels().equals(Labels.NONE)) {
      ObjectNode labels = written.putObject("labels");
      new TreeMap<>(node.labels().values()).forEach(labels::put);
    }
    if (!node.device().type().isEmpty()) {
      written.put("deviceType", node.device().type());
    }
    return written;
  }

  private static ObjectNode resources(Resources resources) {
    ObjectNode amounts = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(resources.amounts()).forEach(amounts::put);
    return amounts;
  }

  private static ObjectNode job(Job job, Cluster cluster) {
    ObjectNode written = submitted(job);
    ((ObjectNode) written.get("work")).put("done", job.stepsAt(cluster.now()));
    written.put("number", job.arrival());
    written.put("phase", Scalars.word(job.phase()));
    if (job.revision() > 0 && !job.holdsResources()) {
      written.put("hasRun", true);
    }
    if (job.manualOverride().held()) {
      written.put("held", true);
    }
    if (job.manualOverride().unscaled().isPresent()) {
      Size fixed = job.spec().bounds().least();
      ObjectNode size = written.putObject("fixed").put("workers", fixed.workers());
      size.put("servers", fixed.servers());
    }
    written.put("attained", job.serviceAt(cluster.now()));
    written.put("pause", Quantity.text(job.pause()));
    if (job.holdsResources()) {
      written.set("running", running(job));
    }
    if (!job.notes().byPolicy().isEmpty()) {
      ObjectNode notes = written.putObject("notes");
      new TreeMap<>(job.notes().byPolicy())
          .forEach((policy, note) -> notes.set(policy, NoteFormat.write(note)));
    }
    return written;
  }

  private static ObjectNode submitted(Job job) {
    JobSpec own = job.manualOverride().unscaled().orElse(job.spec());
    return JobWriter.tree(new Submission(job.submitted(), own, job.speedSpec()));
  }

  private static JsonNode running(Job job) {
    ObjectNode running = JsonNodeFactory.instance.objectNode();
    running.put("state", Scalars.word(job.state()));
    running.put("stepsPerSecond", job.progress().stepsPerSecond());
    if (hasJustChanged(job)) {
      running.put("changed", job.progress().asOf().toString());
    }
    running.put("protectedUntil", job.protectedUntil().toString());
    ArrayNode on = running.putArray("on");
    for (Allocation.Share share : job.allocation().shares()) {
      on.addObject()
          .put("node", share.node().name())
          .put("workers", share.size().workers())
          .put("servers", share.size().servers());
    }
    return running;
  }

  /**
   * Whether no task has trained since the last change of the tasks, so that the progress of the job
   * has the time of that change.
   */
  private static boolean hasJustChanged(Job job) {
    return job.progress().stepsPerSecond() == 0
        && (job.state() == JobState.STARTING || job.state() == JobState.RESCALING);
  }
}
