package dev.ductile.policies.queueing;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Size;

/** The size of a job, whatever else happens in the cluster. */
@FunctionalInterface
public interface SizeRule {
  SizeRule AS_ASKED = JobSpec::asked;

  Size of(JobSpec spec);

  /** Every job gets so many workers, and as many servers where it has any, as its bounds allow. */
  static SizeRule fixed(int workers) {
    var size = new Size(workers, workers);
    return spec -> spec.bounds().atMost(size);
  }
}
