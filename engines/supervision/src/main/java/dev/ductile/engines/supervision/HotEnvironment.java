package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import java.util.Map;

/**
 * The environment variables of the processes of a hot job, as in
 * docs/reference/process-contract.md.
 *
 * @param master the address of the master
 */
record HotEnvironment(GenerationSpec generationSpec, Address master) {
  /**
   * All variables of a task.
   *
   * @param target the allocation that the job is given
   */
  Map<String, String> environment(
      TaskPlacement placement, Allocation target, Map<String, String> inherited) {
    var all = generationSpec.environment(placement, inherited);
    all.put("DUCTILE_MASTER", master.toString());
    all.put("DUCTILE_WORKERS", Integer.toString(target.workers()));
    all.put("DUCTILE_SERVERS", Integer.toString(target.servers()));
    all.put(
        "DUCTILE_NODES",
        String.join(",", target.shares().stream().map(share -> share.node().name()).toList()));
    all.putAll(generationSpec.spec().program().environment());
    return all;
  }
}
