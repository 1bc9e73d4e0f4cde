package dev.ductile.server.cluster;

import dev.ductile.answers.why.JobHistory;
import dev.ductile.api.JobId;
import dev.ductile.rest.JobChange;
import java.util.List;
import java.util.stream.Stream;

/** The changes of jobs: those in the database, and after them the last ones, in memory. */
public record JobChanges(JobHistory history, PastJobs past) {
  /** The changes of a job, the first first; empty for an unknown one. */
  List<JobChange> of(JobId job) {
    JobHistory.Changes last = history.of(job);
    return Stream.concat(past.changes(job, last.first()).stream(), last.list().stream()).toList();
  }
}
