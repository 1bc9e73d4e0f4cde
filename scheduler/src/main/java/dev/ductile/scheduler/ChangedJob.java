package dev.ductile.scheduler;

import dev.ductile.api.JobId;
import java.util.List;

/**
 * A job with its last changes.
 *
 * @param changes its starts, changes and stops, in their order
 */
public record ChangedJob(JobId job, List<PastChange> changes) {
  public ChangedJob {
    changes = List.copyOf(changes);
  }
}
