package dev.ductile.policies.eps;

import dev.ductile.api.Job;
import dev.ductile.api.Size;

/**
 * A job that wants to start.
 *
 * @param available what there is for it without taking anything from anybody
 * @param reserved units that it must leave free
 */
record Incoming(Job job, Parts available, int reserved) {
  Size request() {
    return job.spec().asked();
  }

  /** What is to be taken from others. */
  Size missing() {
    return available.missing(request());
  }
}
