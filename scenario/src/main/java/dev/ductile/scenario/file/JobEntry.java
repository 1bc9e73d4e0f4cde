package dev.ductile.scenario.file;

import dev.ductile.text.Inline;
import java.time.Instant;
import java.util.Optional;

/** One job: the keys of its own, and those that many jobs may have in common. */
record JobEntry(@Inline OwnEntry own, @Inline KindEntry kind) {
  /**
   * The keys that differ from job to job.
   *
   * @param id the job's name; job-0, job-1 and so on where it is absent
   * @param arrived when it arrives; at the beginning where it is absent
   * @param work how far it has to go: a number of steps, or a group of keys
   */
  record OwnEntry(Optional<String> id, Optional<Instant> arrived, WorkEntry work) {}
}
