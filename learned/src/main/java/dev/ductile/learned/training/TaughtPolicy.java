package dev.ductile.learned.training;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Size;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A pupil that is taught while it decides.
 *
 * @param pupil the pupil, to whom the teacher shows these sizes
 */
record TaughtPolicy(Policy teacher, Function<Map<JobId, Size>, Policy> pupil) implements Policy {
  @Override
  public Plan decide(Cluster cluster) {
    var sizes = new HashMap<JobId, Size>();
    for (Grant grant : teacher.decide(cluster).grants()) {
      sizes.put(grant.job().id(), grant.allocation().size());
    }
    return pupil.apply(sizes).decide(cluster);
  }
}
