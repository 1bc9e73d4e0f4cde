package dev.ductile.scenario.cluster;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Resources;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A random cluster of Kubernetes: nodes, and pods of all kinds of owners in all phases. */
final class GeneratedKubernetes {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final double MEBIBYTE = 1 << 20;
  static final String TEAM = "team";

  private static final List<String> OWNERS =
      List.of("Job", "PyTorchJob", "RayCluster", "StatefulSet", "ReplicaSet", "DaemonSet", "");
  private static final List<String> PHASES =
      List.of("Running", "Running", "Running", "Pending", "Succeeded", "Failed");

  private final Random random;
  private final ArrayNode items = JSON.arrayNode();
  private final Map<String, Resources> capacity = new TreeMap<>();
  private final Map<String, Resources> requested = new TreeMap<>();
  private final Map<String, Resources> ofNamespaces = new TreeMap<>();

  GeneratedKubernetes(Random random) {
    this.random = random;
    int nodes = 1 + random.nextInt(5);
    for (int i = 0; i < nodes; i++) {
      addNode("node-" + i);
    }
    for (int i = random.nextInt(25); i > 0; i--) {
      addPod("pod-" + i);
    }
    addQuota("largest", 4000, 80, 400_000);
    addQuota("second", 5000, 60, 300_000);
  }

  /** A quota of the namespace team, in the keys of requests and in their short forms. */
  private void addQuota(String name, int cpus, int gpus, int mebibytes) {
    ObjectNode quota = item("ResourceQuota", name);
    ((ObjectNode) quota.get("metadata")).put("namespace", TEAM);
    ObjectNode hard = quota.putObject("spec").putObject("hard");
    hard.put("requests.cpu", cpus).put("requests.nvidia.com/gpu", Integer.toString(gpus));
    hard.put("memory", mebibytes + "Mi").put("limits.cpu", "1").put("pods", "3");
    hard.put("requests.storage", "1Ti").put("count/jobs.batch", "1");
  }

  /** The smaller limits of the two quotas. */
  static Resources hard() {
    return amounts(4000, 300_000, 60);
  }

  /** The requests of all pods of the namespace that have not ended. */
  Resources ofTeam() {
    return ofNamespaces.getOrDefault(TEAM, Resources.NONE);
  }

  private ObjectNode item(String kind, String name) {
    ObjectNode item = items.addObject().put("kind", kind).put("apiVersion", "v1");
    item.putObject("metadata").put("name", name).put("creationTimestamp", "2026-03-01T12:00:00Z");
    return item;
  }

  private void addNode(String name) {
    ObjectNode node = item("Node", name);
    int cpus = 4 + random.nextInt(60);
    int memory = 16 + random.nextInt(100);
    int gpus = random.nextInt(3) * 4;
    ObjectNode status = node.putObject("status");
    ObjectNode allocatable = status.putObject("allocatable").put("cpu", cpus * 1000 - 70 + "m");
    allocatable.put("memory", memory + "Gi").put("pods", "110").put("nvidia.com/gpu", "" + gpus);
    status
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", "True")
        .put("lastHeartbeatTime", "2026-03-01T13:00:00Z");
    ObjectNode spec = node.putObject("spec");
    if (random.nextInt(5) == 0) {
      spec.put("unschedulable", true);
    }
    if (gpus > 0 && random.nextBoolean()) {
      ObjectNode taint = spec.putArray("taints").addObject();
      taint.put("key", "nvidia.com/gpu").put("value", "present").put("effect", "NoSchedule");
    }
    capacity.put(name, amounts(cpus - 0.07, memory * 1024, gpus));
    requested.put(name, Resources.NONE);
  }

  private static Resources amounts(double cpus, double mebibytes, double gpus) {
    return Resources.of(
        Map.of(Resources.CPU, cpus, Resources.MEMORY, mebibytes * MEBIBYTE, Resources.GPU, gpus));
  }

  private void addPod(String name) {
    ObjectNode pod = item("Pod", name);
    ObjectNode metadata = (ObjectNode) pod.get("metadata");
    String namespace = random.nextInt(6) == 0 ? "kube-system" : TEAM;
    metadata.put("namespace", namespace);
    String owner = OWNERS.get(random.nextInt(OWNERS.size()));
    if (!owner.isEmpty()) {
      ObjectNode reference = metadata.putArray("ownerReferences").addObject();
      reference.put("kind", owner).put("name", "own-" + random.nextInt(4)).put("controller", true);
    }
    if (random.nextInt(8) == 0) {
      metadata.put("deletionTimestamp", "2026-03-01T12:30:00Z");
    }
    String phase = PHASES.get(random.nextInt(PHASES.size()));
    pod.putObject("status").put("phase", phase).put("startTime", "2026-03-01T12:10:00Z");
    ObjectNode spec = pod.putObject("spec");
    Resources need = containers(spec);
    String node = "node-" + random.nextInt(capacity.size());
    boolean fits =
        requested
            .getOrDefault(node, Resources.NONE)
            .plus(need)
            .fitsIn(capacity.getOrDefault(node, Resources.NONE));
    boolean isPlaced = fits && random.nextInt(4) > 0;
    boolean hasEnded =
        phase.equals("Succeeded")
            || phase.equals("Failed")
            || (metadata.has("deletionTimestamp") && !isPlaced);
    if (isPlaced) {
      spec.put("nodeName", node);
    }
    if (isPlaced && !hasEnded) {
      requested.merge(node, need, Resources::plus);
    }
    if (!hasEnded) {
      ofNamespaces.merge(namespace, need, Resources::plus);
    }
  }

  /** Containers with requests, and an init container that may need more than all of them. */
  private Resources containers(ObjectNode spec) {
    ArrayNode containers = spec.putArray("containers");
    int cpu = 0;
    int memory = 0;
    int gpus = 0;
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      int ownCpu = random.nextInt(3) * 250;
      int ownMemory = random.nextInt(3) * 512;
      int ownGpus = random.nextInt(2);
      ObjectNode resources = containers.addObject().putObject("resources");
      ObjectNode requests = resources.putObject("requests");
      requests.put("cpu", ownCpu + "m").put("memory", ownMemory + "Mi");
      if (ownGpus > 0) {
        resources.putObject("limits").put("nvidia.com/gpu", ownGpus).put("cpu", "64");
      }
      cpu += ownCpu;
      memory += ownMemory;
      gpus += ownGpus;
    }
    int initial = random.nextInt(3) * 400;
    spec.putArray("initContainers")
        .addObject()
        .putObject("resources")
        .putObject("requests")
        .put("cpu", initial + "m");
    return amounts(Math.max(cpu, initial) / 1000.0, memory, gpus);
  }

  ObjectNode list() {
    ObjectNode list = JSON.objectNode().put("apiVersion", "v1");
    list.set("items", items);
    return list.put("kind", "List");
  }

  Map<String, Resources> capacity() {
    return capacity;
  }

  Map<String, Resources> requested() {
    return requested;
  }
}
