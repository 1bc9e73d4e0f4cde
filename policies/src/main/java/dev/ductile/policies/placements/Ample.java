package dev.ductile.policies.placements;

import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.Map;

/**
 * A placement that can tell at once that there is room for everybody, so that in quiet times nobody
 * has to look where. It is sure when the {@link #share shares} of all jobs and 1 come to no more
 * than the number of nodes; when they do not, there may be room all the same.
 */
public interface Ample extends Placement {
  /** How many nodes such a job takes out of use at most; infinite where that cannot be told. */
  double share(Job job, Size size, Nodes nodes);

  /**
   * Twice the part of a node that the tasks take, added up over resources. Whoever takes the first
   * node with room leaves at most one node in use of which less than half of everything is taken.
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
