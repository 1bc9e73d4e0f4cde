package dev.ductile.server.cluster;

import dev.ductile.answers.why.JobHistory;
import dev.ductile.api.JobId;
import dev.ductile.rest.DecisionView;
import java.io.IOException;

/** Records whose writer stops at some moment, as if its process were killed. */
final class LosingRecords implements ServiceRecords {
  private final ServiceRecords kept;
  private volatile boolean losing;

  LosingRecords(ServiceRecords kept) {
    this.kept = kept;
  }

  void lose() {
    losing = true;
  }

  @Override
  public void ended(JobTrack track) {
    if (!losing) {
      kept.ended(track);
    }
  }

  @Override
  public void changed(JobId job, JobHistory.Changes changes) {
    if (!losing) {
      kept.changed(job, changes);
    }
  }

  @Override
  public void flush() throws IOException {
    if (losing) {
      throw new IOException("the test loses records");
    }
    kept.flush();
  }

  @Override
  public void decided(DecisionView decision) {
    kept.decided(decision);
  }

  @Override
  public long nextDecision() {
    return kept.nextDecision();
  }
}
