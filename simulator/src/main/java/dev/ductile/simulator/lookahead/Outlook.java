package dev.ductile.simulator.lookahead;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Standing;
import java.util.ArrayList;
import java.util.List;

/**
 * A picture as one candidate is to see it. The notes on jobs are the base's own, which another
 * policy would misread; so all others begin without notes.
 */
record Outlook(Cluster picture) {
  static Outlook of(Cluster picture, boolean withNotes) {
    boolean isBlank = picture.jobs().stream().allMatch(job -> job.standing().equals(Standing.NEW));
    if (withNotes || isBlank) {
      return new Outlook(picture);
    }
    List<Job> blank = picture.jobs().stream().map(job -> job.with(Standing.NEW)).toList();
    return new Outlook(Cluster.of(picture.now(), picture.nodes(), blank));
  }

  /** The job as the candidate sees it. */
  Job seen(Job job) {
    return picture.jobs().at(job.arrival()).orElse(job);
  }

  /** What a plan for this picture grants, for the jobs of another picture of the same moment. */
  static List<Grant> grants(Plan plan, Cluster truly) {
    var grants = new ArrayList<Grant>();
    for (Grant grant : plan.grants()) {
      truly
          .jobs()
          .at(grant.job().arrival())
          .ifPresent(job -> grants.add(new Grant(job, grant.allocation(), grant.mechanism())));
    }
    return grants;
  }
}
