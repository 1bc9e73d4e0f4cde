package dev.ductile.policies.placements;

import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.Map;

/**
 * A placement that can bound the nodes of a job, so that a policy knows without placing whether all
 * jobs fit. They fit if the {@link #share shares} of all jobs and 1 sum up to at most the number of
 * nodes; above that, they may fit all the same.
 */
public interface BoundedPlacement extends Placement {
  /** The most nodes that such a job takes out of use; infinite if it cannot be bounded. */
  double share(Job job, Size size, Nodes nodes);

  /**
   * Twice the part of a node that the tasks take, summed over resources. A placement that takes the
   * first node with enough free leaves at most one used node of which less than half of every
   * resource is taken.
   */
  static double twiceUsed(Job job, Size size, Nodes nodes) {
    Resources capacity = nodes.get(0).capacity();
    double used = 0;
    for (Map.Entry<String, Double> each : job.spec().demand().of(size).amounts().entrySet()) {
      used += 2 * each.getValue() / capacity.amount(each.getKey());
    }
    return used;
  }
}
