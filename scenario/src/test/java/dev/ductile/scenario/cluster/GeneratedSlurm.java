package dev.ductile.scenario.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A random cluster as Slurm would describe it, in the words of release 22.05 or of 24.11. Some of
 * the use of the nodes belongs to jobs that squeue does not show.
 */
final class GeneratedSlurm {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final double MEBIBYTE = 1 << 20;
  private static final long NOW = 1_800_000_000;

  private final Random random;
  private final boolean isNew;
  private final List<Machine> machines = new ArrayList<>();
  private final ArrayNode jobs = JSON.arrayNode();

  /** A node, and what is allocated on it: processors, mebibytes and GPUs. */
  private static final class Machine {
    private final String name;
    private final String type;
    private final int[] has;
    private final int[] used = new int[3];

    Machine(String name, String type, int cpus, int memory, int gpus) {
      this.name = name;
      this.type = type;
      this.has = new int[] {cpus, memory, gpus};
    }

    boolean fits(int[] amounts) {
      for (int i = 0; i < amounts.length; i++) {
        if (used[i] + amounts[i] > has[i]) {
          return false;
        }
      }
      return true;
    }

    void take(int[] amounts) {
      for (int i = 0; i < amounts.length; i++) {
        used[i] += amounts[i];
      }
    }
  }

  GeneratedSlurm(Random random, boolean isNew) {
    this.random = random;
    this.isNew = isNew;
    int count = 1 + random.nextInt(6);
    for (int i = 0; i < count; i++) {
      int gpus = random.nextInt(3) * 4;
      String type = random.nextBoolean() ? "a100" : "h100";
      machines.add(
          new Machine("n" + i, type, 8 + random.nextInt(60), 50_000 + random.nextInt(9000), gpus));
    }
    int wanted = random.nextInt(12);
    for (int i = 0; i < wanted; i++) {
      addRunning(100 + i);
    }
    for (int i = random.nextInt(5); i > 0; i--) {
      jobs.add(job(500 + i, "PENDING", random.nextInt(4), 1 + random.nextInt(9), 1000));
    }
  }

  private void addRunning(int id) {
    boolean hasGpus = random.nextBoolean();
    Map<Machine, int[]> shares = new TreeMap<>((one, other) -> one.name.compareTo(other.name));
    int most = 1 + random.nextInt(3);
    for (Machine machine : machines) {
      int[] amounts = {
        1 + random.nextInt(7), random.nextInt(9000), hasGpus ? 1 + random.nextInt(4) : 0
      };
      if (shares.size() < most && machine.fits(amounts)) {
        shares.put(machine, amounts);
      }
    }
    if (shares.isEmpty()) {
      return;
    }
    shares.forEach(Machine::take);
    boolean isHidden = random.nextInt(4) == 0;
    if (!isHidden) {
      jobs.add(running(id, shares));
    }
  }

  private ObjectNode job(int id, String state, int gpus, int cpus, int memory) {
    ObjectNode job = JSON.objectNode().put("job_id", id).put("name", "job").put("user_name", "ann");
    job.put("partition", "main").put("state_reason", "None");
    job.put("tres_req_str", "cpu=%d,mem=%dM,node=1".formatted(cpus, memory));
    job.put("tres_per_job", gpus == 0 ? "" : "gres:gpu:" + gpus);
    job.set("job_state", isNew ? JSON.arrayNode().add(state) : JSON.textNode(state));
    job.set("submit_time", number(NOW - 5000));
    job.set("priority", number(1 + random.nextInt(1000)));
    job.set("time_limit", isNew && random.nextBoolean() ? infinite() : number(600));
    job.set("cpus", number(cpus));
    job.set("node_count", number(1));
    job.set("array_job_id", number(0));
    job.set("array_task_id", isNew ? unset() : JSON.nullNode());
    job.set("start_time", number(state.equals("RUNNING") ? NOW - random.nextInt(4000) : 0));
    return job;
  }

  private ObjectNode running(int id, Map<Machine, int[]> shares) {
    int cpus = shares.values().stream().mapToInt(share -> share[0]).sum();
    int memory = shares.values().stream().mapToInt(share -> share[1]).sum();
    int gpus = shares.values().stream().mapToInt(share -> share[2]).sum();
    ObjectNode job = job(id, "RUNNING", 0, cpus, memory);
    String gres = isNew && gpus > 0 ? ",gres/gpu=%d".formatted(gpus) : "";
    job.put(
        "tres_alloc_str", "cpu=%d,mem=%dM,node=%d%s".formatted(cpus, memory, shares.size(), gres));
    if (random.nextBoolean()) {
      job.set("tasks", number(cpus));
      job.set("tasks_per_node", number(1 + random.nextInt(4)));
      job.set("node_count", number(shares.size()));
    }
    ArrayNode details = job.putArray("gres_detail");
    if (gpus > 0) {
      shares.forEach((machine, share) ->
          details.add("gpu:%s:%d(IDX:0,2-3)".formatted(machine.type, share[2])));
    }
    job.set("job_resources", isNew ? newShares(shares) : oldShares(shares));
    return job;
  }

  private static ObjectNode oldShares(Map<Machine, int[]> shares) {
    ObjectNode resources = JSON.objectNode();
    ArrayNode nodes = resources.putArray("allocated_nodes");
    shares.forEach((machine, share) -> {
      ObjectNode node = nodes.addObject().put("nodename", machine.name);
      node.put("memory_allocated", share[1]).put("cpus_used", 0);
      ObjectNode cores = node.putObject("sockets").putObject("0").putObject("cores");
      for (int core = 0; core < share[0]; core++) {
        cores.put(Integer.toString(core), "allocated");
      }
    });
    return resources;
  }

  private static ObjectNode newShares(Map<Machine, int[]> shares) {
    ObjectNode resources = JSON.objectNode();
    ArrayNode nodes = resources.putObject("nodes").putArray("allocation");
    shares.forEach((machine, share) -> {
      ObjectNode node = nodes.addObject().put("name", machine.name);
      node.putObject("cpus").put("count", share[0]);
      node.putObject("memory").put("allocated", share[1]).put("used", 0);
      node.putArray("sockets");
    });
    return resources;
  }

  private JsonNode number(long value) {
    ObjectNode object = JSON.objectNode().put("set", true).put("infinite", false);
    return isNew ? object.put("number", value) : JSON.numberNode(value);
  }

  private static JsonNode infinite() {
    return JSON.objectNode().put("set", false).put("infinite", true).put("number", 0);
  }

  private static JsonNode unset() {
    return JSON.objectNode().put("set", false).put("infinite", false).put("number", 0);
  }

  ObjectNode squeue() {
    ObjectNode document = JSON.objectNode();
    document.set("jobs", jobs);
    document.putArray("errors");
    document.set("last_update", number(NOW));
    return document;
  }

  ObjectNode sinfo() {
    ObjectNode document = JSON.objectNode();
    ArrayNode list = document.putArray(isNew ? "sinfo" : "nodes");
    machines.forEach(machine -> list.add(isNew ? newNode(machine) : oldNode(machine)));
    return document;
  }

  private static ObjectNode oldNode(Machine machine) {
    ObjectNode node = JSON.objectNode().put("name", machine.name).put("state", "mixed");
    node.putArray("state_flags");
    node.put("cpus", machine.has[0]).put("alloc_cpus", machine.used[0]);
    node.put("real_memory", machine.has[1]).put("alloc_memory", machine.used[1]);
    node.put("gres", gres(machine, machine.has[2], "(S:0-1)"));
    return node.put("gres_used", gres(machine, machine.used[2], "(IDX:0,2-3)"));
  }

  private static ObjectNode newNode(Machine machine) {
    ObjectNode row = JSON.objectNode();
    row.putObject("node").putArray("state").add("MIXED").add("PLANNED");
    row.putObject("nodes").putArray("nodes").add(machine.name);
    row.putObject("cpus").put("minimum", machine.has[0]).put("allocated", machine.used[0]);
    row.putObject("memory").put("minimum", machine.has[1]).put("allocated", machine.used[1]);
    ObjectNode gres = row.putObject("gres").put("total", gres(machine, machine.has[2], "(S:0-1)"));
    gres.put("used", gres(machine, machine.used[2], "(IDX:0-3)"));
    return row;
  }

  private static String gres(Machine machine, int count, String suffix) {
    return machine.has[2] == 0 ? "" : "gpu:%s:%d%s".formatted(machine.type, count, suffix);
  }

  Map<String, Resources> capacity() {
    return amounts(machine -> machine.has);
  }

  Map<String, Resources> allocated() {
    return amounts(machine -> machine.used);
  }

  private Map<String, Resources> amounts(java.util.function.Function<Machine, int[]> of) {
    var amounts = new TreeMap<String, Resources>();
    for (Machine machine : machines) {
      int[] values = of.apply(machine);
      amounts.put(
          machine.name,
          Resources.of(
              Map.of(
                  Resources.CPU, (double) values[0],
                  Resources.MEMORY, values[1] * MEBIBYTE,
                  Resources.GPU, (double) values[2])));
    }
    return amounts;
  }

  int jobCount() {
    return jobs.size();
  }
}
