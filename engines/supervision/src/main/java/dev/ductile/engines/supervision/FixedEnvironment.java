package dev.ductile.engines.supervision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The environment variables of tasks that start and end together, as in
 * docs/reference/process-contract.md.
 */
record FixedEnvironment(GenerationSpec generationSpec, TaskLayout layout) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** All variables of a task: those of the engine, then the contract, then those of the job. */
  Map<String, String> environment(TaskPlacement placement, Map<String, String> inherited) {
    var all = generationSpec.environment(placement, inherited);
    all.put("DUCTILE_WORKERS", text(layout.workers().size()));
    all.put("DUCTILE_SERVERS", text(layout.servers().size()));
    all.put("DUCTILE_NODES", String.join(",", layout.nodes()));
    all.put("DUCTILE_PEERS", peers());
    if (placement.role() == Role.WORKER) {
      torch(placement, all);
    }
    torchLauncher(placement, all);
    parameterServer(placement, all);
    all.put("TF_CONFIG", tensorFlow(placement));
    all.putAll(generationSpec.spec().program().environment());
    return all;
  }

  private String peers() {
    return String.join(",", addresses(layout.placements()));
  }

  /** The variables of torchrun for each process; servers are not in its group. */
  private void torch(TaskPlacement placement, Map<String, String> all) {
    String workers = text(layout.workers().size());
    all.put("RANK", text(placement.index()));
    all.put("WORLD_SIZE", workers);
    all.put("LOCAL_RANK", text(placement.localIndex()));
    all.put("LOCAL_WORLD_SIZE", text(layout.onNode(Role.WORKER, placement.node())));
    all.put("GROUP_RANK", text(layout.groupRank(Role.WORKER, placement.node())));
    all.put("ROLE_RANK", text(placement.index()));
    all.put("ROLE_WORLD_SIZE", workers);
    all.put("MASTER_ADDR", layout.master().host());
    all.put("MASTER_PORT", text(layout.master().port()));
    all.put("TORCHELASTIC_RESTART_COUNT", text(generationSpec.crashes()));
    all.put("TORCHELASTIC_MAX_RESTARTS", text(generationSpec.spec().program().restarts()));
    all.put("TORCHELASTIC_RUN_ID", generationSpec.spec().id().name());
  }

  /**
   * The variables that torchrun reads, if the command is torchrun: each worker is one of its nodes
   * with one process, because the engine has started all workers.
   */
  private void torchLauncher(TaskPlacement placement, Map<String, String> all) {
    if (placement.role() == Role.SERVER) {
      return;
    }
    int workers = layout.workers().size();
    all.put("PET_NNODES", workers + ":" + workers);
    all.put("PET_NPROC_PER_NODE", "1");
    all.put("PET_NODE_RANK", text(placement.index()));
    all.put("PET_MASTER_ADDR", layout.master().host());
    all.put("PET_MASTER_PORT", text(layout.master().port()));
  }

  private void parameterServer(TaskPlacement placement, Map<String, String> all) {
    all.put("DMLC_ROLE", placement.role().word());
    all.put("DMLC_PS_ROOT_URI", layout.scheduler().host());
    all.put("DMLC_PS_ROOT_PORT", text(layout.scheduler().port()));
    all.put("DMLC_NUM_WORKER", text(layout.workers().size()));
    all.put("DMLC_NUM_SERVER", text(layout.servers().size()));
    all.put(
        placement.role() == Role.WORKER ? "DMLC_WORKER_ID" : "DMLC_SERVER_ID",
        text(placement.index()));
  }

  private String tensorFlow(TaskPlacement placement) {
    var cluster = new TreeMap<String, List<String>>();
    cluster.put("worker", addresses(layout.workers()));
    if (!layout.servers().isEmpty()) {
      cluster.put("ps", addresses(layout.servers()));
    }
    String type = placement.role() == Role.WORKER ? "worker" : "ps";
    var task = new TreeMap<String, Object>(Map.of("type", type, "index", placement.index()));
    try {
      return JSON.writeValueAsString(new TreeMap<>(Map.of("cluster", cluster, "task", task)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("lists of addresses are always JSON", e);
    }
  }

  private static List<String> addresses(List<TaskPlacement> placements) {
    return placements.stream().map(placement -> placement.address().toString()).toList();
  }

  private static String text(long number) {
    return Long.toString(number);
  }
}
