package dev.ductile.server;

import dev.ductile.rest.DryRun;
import dev.ductile.server.cluster.Submissions;
import java.util.List;

/** Answers what would happen to jobs that are not submitted. */
final class DryRuns {
  private DryRuns() {}

  static DryRun notYet(Submissions.Prepared prepared) {
    return new DryRun(true, List.of(), List.of());
  }
}
