package dev.ductile.scheduler.sharing;

import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The quotas of owners in one queue, as limits of their single jobs: a job may take what its owner
 * has left.
 */
final class OwnerQuotas {
  /** An amount that no task fits in; an amount of zero would mean that there is no limit. */
  private static final double NOTHING = 1e-6;

  private final Resources quota;
  private final AllocationDraft draft;
  private final Map<String, Resources> used = new HashMap<>();

  OwnerQuotas(Queue queue, List<PriorityLevel> levels, AllocationDraft draft) {
    this.quota = queue.userQuota();
    this.draft = draft;
    if (!quota.isNone()) {
      for (PriorityLevel level : levels) {
        level.running().forEach(this::add);
        level.pinned().forEach(this::add);
      }
    }
  }

  private void add(Job job) {
    used.merge(job.spec().owner(), held(job), Resources::plus);
  }

  private Resources held(Job job) {
    return job.spec().demand().of(draft.allocation(job).size());
  }

  /** Whether owners have quotas in the queue. */
  boolean isLimited() {
    return !quota.isNone();
  }

  /** The job as the policy sees it: no larger than its owner's rest allows. */
  Job limited(Job job) {
    Resources others =
        Optional.ofNullable(used.get(job.spec().owner())).orElse(Resources.NONE).minus(held(job));
    Demand demand = job.spec().demand();
    Map<String, Double> limits = new HashMap<>(demand.limit().amounts());
    quota
        .amounts()
        .forEach((name, most) ->
            limits.merge(name, Math.max(NOTHING, most - others.amount(name)), Math::min));
    var limited =
        new Demand(
            demand.worker(),
            demand.server(),
            Resources.of(limits),
            demand.device(),
            demand.labels());
    return job.with(job.spec().withDemand(limited), job.manualOverride());
  }
}
