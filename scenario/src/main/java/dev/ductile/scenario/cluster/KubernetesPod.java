package dev.ductile.scenario.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Resources;
import dev.ductile.text.Document;
import dev.ductile.text.Quantity;
import dev.ductile.text.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A pod of Kubernetes.
 *
 * @param workload the workload of Kueue that it names; empty for none
 * @param selection the parts of its specification that choose nodes
 * @param node the name of its node, if it has one
 */
record KubernetesPod(
    PodOwner owner,
    String name,
    String workload,
    Entry selection,
    Resources requests,
    boolean isServer,
    Optional<String> node,
    Phase phase,
    int priority,
    Times times) {
  /** The phase of a pod. */
  enum Phase {
    WAITING,
    STARTING,
    RUNNING,
    /** Asked to end; it holds its resources until it has ended. */
    LEAVING,
    ENDED
  }

  /** The times of a pod; {@code limit} is the time that it may take, if it has such a limit. */
  record Times(Instant created, Optional<Instant> started, Optional<Duration> limit) {}

  private static final List<String> SELECTION = List.of("nodeSelector", "affinity", "tolerations");

  static KubernetesPod of(Entry pod) {
    Entry spec = new Entry(pod.at().need("spec"));
    Optional<String> node = pod.text("spec", "nodeName");
    PodOwner owner = PodOwner.of(pod);
    return new KubernetesPod(
        owner,
        "%s/%s"
            .formatted(owner.namespace(), pod.at().need("metadata").need("name").node().asText()),
        pod.text("metadata", "annotations", "kueue.x-k8s.io/workload").orElse(""),
        selection(spec),
        PodRequests.of(spec),
        PodOwner.isServer(pod),
        node,
        phase(pod, node.isPresent()),
        spec.integer("priority"),
        new Times(
            pod.time("metadata", "creationTimestamp").orElse(Instant.EPOCH),
            pod.time("status", "startTime"),
            seconds(spec, "activeDeadlineSeconds")));
  }

  static Optional<Duration> seconds(Entry spec, String key) {
    return spec.number(key).stream().boxed().findFirst().flatMap(Quantity::seconds);
  }

  /** The parts that choose nodes, without the rest of the pod, which is large. */
  static Entry selection(Entry spec) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    SELECTION.forEach(key -> spec.find(key).ifPresent(part -> kept.set(key, part.at().node())));
    Written at = spec.at();
    Document document = Document.tree(at.document().placeOf(at.trail()).toString(), kept);
    return new Entry(new Written(document, at.trail(), kept));
  }

  private static Phase phase(Entry pod, boolean hasNode) {
    String phase = pod.text("status", "phase").orElse("Pending");
    if (phase.equals("Succeeded") || phase.equals("Failed")) {
      return Phase.ENDED;
    }
    if (pod.find("metadata", "deletionTimestamp").isPresent()) {
      return hasNode ? Phase.LEAVING : Phase.ENDED;
    }
    if (!hasNode) {
      return Phase.WAITING;
    }
    return phase.equals("Pending") ? Phase.STARTING : Phase.RUNNING;
  }

  /** Whether it asks for an accelerator or another special resource of a node. */
  boolean usesDevices() {
    return devices() > 0;
  }

  double devices() {
    return requests.amounts().entrySet().stream()
        .filter(amount -> Accelerators.isDevice(amount.getKey()))
        .mapToDouble(java.util.Map.Entry::getValue)
        .sum();
  }
}
