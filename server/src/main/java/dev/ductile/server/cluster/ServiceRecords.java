package dev.ductile.server.cluster;

import dev.ductile.answers.why.JobHistory;
import dev.ductile.api.JobId;
import dev.ductile.rest.DecisionView;
import java.io.IOException;

/** Takes the records of a service that readers ask for later. */
public interface ServiceRecords {
  /** Keeps the last track of a job that has ended; the same job may come again after a restart. */
  void ended(JobTrack track);

  /** Keeps changes of a job; the same ones may come again after a restart. */
  void changed(JobId job, JobHistory.Changes changes);

  /**
   * Waits until the final records and the changes of all jobs are kept.
   *
   * @throws IOException if one of them may be lost
   */
  void flush() throws IOException;

  /** Keeps the record of a decision. */
  void decided(DecisionView decision);

  /** The number of the next decision. */
  long nextDecision();
}
