package dev.ductile.engines.supervision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the tasks of one generation of a job find in their environment, where all start and end
 * together; docs/reference/process-contract.md says it to their authors.
 */
record Contract(Terms terms, Layout layout) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Everything that the task's environment holds: what the engine was given, then the contract,
   * then what the job's author sets.
   */
  Map<String, String> environment(Seat seat, Map<String, String> inherited) {
    var all = terms.environment(seat, inherited);
    all.put("DUCTILE_WORKERS", text(layout.workers().size()));
    all.put("DUCTILE_SERVERS", text(layout.servers().size()));
    all.put("DUCTILE_NODES", String.join(",", layout.nodes()));
    all.put("DUCTILE_PEERS", peers());
    if (seat.role() == Role.WORKER) {
      torch(seat, all);
    }
    torchLauncher(seat, all);
    parameterServer(seat, all);
    all.put("TF_CONFIG", tensorFlow(seat));
    all.putAll(terms.spec().program().environment());
    return all;
  }

  private String peers() {
    return String.join(",", addresses(layout.seats()));
  }

  /** What torchrun tells each process; a server takes no part in that group. */
  private void torch(Seat seat, Map<String, String> all) {
    String workers = text(layout.workers().size());
    all.put("RANK", text(seat.index()));
    all.put("WORLD_SIZE", workers);
    all.put("LOCAL_RANK", text(seat.localIndex()));
    all.put("LOCAL_WORLD_SIZE", text(layout.onNode(Role.WORKER, seat.node())));
    all.put("GROUP_RANK", text(layout.groupRank(Role.WORKER, seat.node())));
    all.put("ROLE_RANK", text(seat.index()));
    all.put("ROLE_WORLD_SIZE", workers);
    all.put("MASTER_ADDR", layout.master().host());
    all.put("MASTER_PORT", text(layout.master().port()));
    all.put("TORCHELASTIC_RESTART_COUNT", text(terms.crashes()));
    all.put("TORCHELASTIC_MAX_RESTARTS", text(terms.spec().program().restarts()));
    all.put("TORCHELASTIC_RUN_ID", terms.spec().id().name());
  }

  /**
   * What torchrun itself reads when the command is torchrun: each worker is one of its nodes with
   * one process, for the engine has started as many as there are to be.
   */
  private void torchLauncher(Seat seat, Map<String, String> all) {
    if (seat.role() == Role.SERVER) {
      return;
    }
    int workers = layout.workers().size();
    all.put("PET_NNODES", workers + ":" + workers);
    all.put("PET_NPROC_PER_NODE", "1");
    all.put("PET_NODE_RANK", text(seat.index()));
    all.put("PET_MASTER_ADDR", layout.master().host());
    all.put("PET_MASTER_PORT", text(layout.master().port()));
  }

  private void parameterServer(Seat seat, Map<String, String> all) {
    all.put("DMLC_ROLE", seat.role().word());
    all.put("DMLC_PS_ROOT_URI", layout.scheduler().host());
    all.put("DMLC_PS_ROOT_PORT", text(layout.scheduler().port()));
    all.put("DMLC_NUM_WORKER", text(layout.workers().size()));
    all.put("DMLC_NUM_SERVER", text(layout.servers().size()));
    all.put(seat.role() == Role.WORKER ? "DMLC_WORKER_ID" : "DMLC_SERVER_ID", text(seat.index()));
  }

  private String tensorFlow(Seat seat) {
    var cluster = new TreeMap<String, List<String>>();
    cluster.put("worker", addresses(layout.workers()));
    if (!layout.servers().isEmpty()) {
      cluster.put("ps", addresses(layout.servers()));
    }
    String type = seat.role() == Role.WORKER ? "worker" : "ps";
    var task = new TreeMap<String, Object>(Map.of("type", type, "index", seat.index()));
    try {
      return JSON.writeValueAsString(new TreeMap<>(Map.of("cluster", cluster, "task", task)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("lists of addresses are always JSON", e);
    }
  }

  private static List<String> addresses(List<Seat> seats) {
    return seats.stream().map(seat -> seat.address().toString()).toList();
  }

  private static String text(long number) {
    return Long.toString(number);
  }
}
