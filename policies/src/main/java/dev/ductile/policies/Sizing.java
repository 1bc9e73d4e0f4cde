package dev.ductile.policies;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Size;

/** How large a job is made, whatever else happens in the cluster. */
@FunctionalInterface
interface Sizing {
  Sizing AS_ASKED = JobSpec::asked;

  Size of(JobSpec spec);

  /** Every job gets so many workers, and as many servers where it has any, as its bounds allow. */
  static Sizing fixed(int workers) {
    var size = new Size(workers, workers);
    return spec -> spec.bounds().atMost(size);
  }
}
