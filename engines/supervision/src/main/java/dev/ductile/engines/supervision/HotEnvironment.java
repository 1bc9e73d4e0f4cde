package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import java.util.Map;

/**
 * What the processes of a hot job find in their environment; docs/reference/process-contract.md
 * says it to their authors.
 *
 * @param master where the master listens
 */
record HotEnvironment(GenerationSpec generationSpec, Address master) {
  /**
   * Everything that the environment holds.
   *
   * @param target where the job is to be
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
