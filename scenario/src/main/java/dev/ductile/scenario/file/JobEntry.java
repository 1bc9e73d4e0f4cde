package dev.ductile.scenario.file;

import dev.ductile.text.Inline;
import java.time.Instant;
import java.util.Optional;

/** One job: its own keys, and those that it may share with other jobs. */
record JobEntry(@Inline OwnEntry own, @Inline KindEntry kind) {
  /**
   * The keys that differ from job to job.
   *
   * @param id the job's name; job-0, job-1 and so on if it is absent
   * @param arrived when it arrives; at the beginning if it is absent
   * @param work its work: a number of steps, or a group of keys
   */
  record OwnEntry(Optional<String> id, Optional<Instant> arrived, WorkEntry work) {}
}
