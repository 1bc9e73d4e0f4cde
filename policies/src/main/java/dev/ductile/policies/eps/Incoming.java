package dev.ductile.policies.eps;

import dev.ductile.api.Job;
import dev.ductile.api.Size;

/**
 * A waiting job in its round.
 *
 * @param available tasks that fit into the free resources
 * @param reserved units that the job must leave free
 */
record Incoming(Job job, Parts available, int reserved) {
  Size request() {
    return job.spec().asked();
  }

  /** The tasks that have to be taken from running jobs. */
  Size missing() {
    return available.missing(request());
  }
}
