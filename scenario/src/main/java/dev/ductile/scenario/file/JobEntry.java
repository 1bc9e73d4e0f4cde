package dev.ductile.scenario.file;

import dev.ductile.api.Dependency;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.text.Inline;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One job: its own keys, and those that it may share with other jobs. */
record JobEntry(@Inline OwnEntry own, @Inline KindEntry kind) {
  /**
   * The keys that differ from job to job.
   *
   * @param id the job's name; job-0, job-1 and so on if it is absent
   * @param arrived when it arrives; at the beginning if it is absent
   * @param work its work: a number of steps, or a group of keys
   * @param after the jobs that must end before it may start
   */
  record OwnEntry(
      Optional<String> id,
      Optional<Instant> arrived,
      WorkEntry work,
      Optional<List<AfterEntry>> after) {
    /** The specification of a job of this kind. */
    JobSpec spec(JobKind kind, String fallbackId) {
      List<Dependency> others =
          after.orElse(List.of()).stream().map(AfterEntry::dependency).toList();
      return kind.spec(new JobId(id.orElse(fallbackId)), work.work(), others);
    }
  }
}
