package dev.ductile.policies.queueing;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Size;

/** Chooses the size of a job by its spec alone. */
@FunctionalInterface
public interface SizeRule {
  SizeRule AS_ASKED = JobSpec::asked;

  Size of(JobSpec spec);

  /**
   * The same number of workers for every job, and as many servers if it has any, within its bounds.
   */
  static SizeRule fixed(int workers) {
    var size = new Size(workers, workers);
    return spec -> spec.bounds().atMost(size);
  }
}
