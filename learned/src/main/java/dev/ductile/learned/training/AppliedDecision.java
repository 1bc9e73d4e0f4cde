package dev.ductile.learned.training;

import dev.ductile.api.Cluster;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Size;
import dev.ductile.learned.slot.Agent;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.SlotDivision;
import dev.ductile.scheduler.Decision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The decision that a cluster applied, as if actions of a network had made it.
 *
 * @param given the jobs that have tasks
 * @param unplaced the jobs to whose size no actions lead
 */
record AppliedDecision(List<Batch> batches, Set<JobId> given, Set<JobId> unplaced) {
  static final AppliedDecision NONE = new AppliedDecision(List.of(), Set.of(), Set.of());

  private static final Teaching EXACT = new Teaching(TaskOrder.ARRIVAL, 0);

  /** The decision of this plan, whichever policy has made it. */
  static AppliedDecision of(Episodes episodes, Cluster cluster, Plan plan) {
    var sizes = new HashMap<JobId, Size>();
    plan.grants().forEach(grant -> sizes.put(grant.job().id(), grant.allocation().size()));
    var following = new Following(sizes, new ArrayList<>());
    Decision.of(cluster, episodes.policyOf(following));
    return new AppliedDecision(
        List.copyOf(following.batches()),
        Set.copyOf(sizes.keySet()),
        OnlineLearner.unplaced(following.batches(), plan));
  }

  /** Takes the actions that lead to sizes, and keeps them. */
  private record Following(Map<JobId, Size> sizes, List<Batch> batches)
      implements SlotDivision.AgentOfSlot {
    @Override
    public Agent agent(Instant now) {
      return new TeacherAgent(sizes, EXACT, new Random(0));
    }

    @Override
    public boolean isLearning() {
      return true;
    }

    @Override
    public void decided(Instant now, Batch batch) {
      batches.add(batch);
    }
  }
}
