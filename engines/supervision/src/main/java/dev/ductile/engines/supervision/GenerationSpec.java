package dev.ductile.engines.supervision;

import dev.ductile.api.JobSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The properties that all tasks of one generation of a job share.
 *
 * @param generation number of the generation: one more than the starts and stopping rescales before
 * @param crashes the crashes of the job before
 * @param token a secret by which the processes of the generation know each other
 */
record GenerationSpec(JobSpec spec, int generation, int crashes, String token, Path checkpoints) {
  /** Inherited variables that would contradict the variables of the task. */
  private static final Pattern FOREIGN =
      Pattern.compile(
          "(PET|TORCHELASTIC|DMLC|DUCTILE|OMPI|HOROVOD)_.*"
              + "|(LOCAL_|GROUP_|ROLE_)?(RANK|WORLD_SIZE)|MASTER_(ADDR|PORT)");

  /** The variables of every task: those of the engine, then the common ones. */
  TreeMap<String, String> environment(TaskPlacement placement, Map<String, String> inherited) {
    var all = new TreeMap<>(inherited);
    all.keySet().removeIf(name -> FOREIGN.matcher(name).matches());
    all.put("DUCTILE_JOB", spec.id().name());
    all.put("DUCTILE_ROLE", placement.role().word());
    all.put("DUCTILE_INDEX", Integer.toString(placement.index()));
    all.put("DUCTILE_GENERATION", Integer.toString(generation));
    all.put("DUCTILE_ATTEMPT", Integer.toString(crashes + 1));
    all.put("DUCTILE_NODE", placement.node().name());
    all.put("DUCTILE_STEPS", Long.toString((long) Math.ceil(spec.work().steps())));
    all.put("DUCTILE_CHECKPOINT_DIR", checkpoints.toString());
    all.put("DUCTILE_PORT", Integer.toString(placement.address().port()));
    all.put("DUCTILE_TOKEN", token);
    all.put("PYTHONUNBUFFERED", "1");
    return all;
  }
}
