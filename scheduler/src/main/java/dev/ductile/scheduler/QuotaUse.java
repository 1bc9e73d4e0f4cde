package dev.ductile.scheduler;

import dev.ductile.api.Job;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The resources that each queue uses of its quota. */
final class QuotaUse {
  private final Map<String, Resources> quotas = new HashMap<>();
  private final Map<String, Resources> used = new HashMap<>();

  QuotaUse(List<Queue> queues) {
    queues.forEach(queue -> quotas.put(queue.name(), queue.quota()));
  }

  QuotaUse copy() {
    var copy = new QuotaUse(List.of());
    copy.quotas.putAll(quotas);
    copy.used.putAll(used);
    return copy;
  }

  void add(Job job, Size size) {
    if (hasQuota(job)) {
      used.merge(job.spec().queue(), job.spec().demand().of(size), Resources::plus);
    }
  }

  /** Changes the size of a counted job, if the quota of its queue allows that. */
  boolean change(Job job, Size from, Size to) {
    if (!hasQuota(job)) {
      return true;
    }
    Resources others = used(job).minus(job.spec().demand().of(from));
    Resources wanted = others.plus(job.spec().demand().of(to));
    if (!isWithin(quota(job), wanted)) {
      return false;
    }
    used.put(job.spec().queue(), wanted);
    return true;
  }

  /** The quota of the job's queue; empty if it has no limit. */
  Resources quota(Job job) {
    return Optional.ofNullable(quotas.get(job.spec().queue())).orElse(Resources.NONE);
  }

  /** The resources that the job's queue uses. */
  Resources used(Job job) {
    return Optional.ofNullable(used.get(job.spec().queue())).orElse(Resources.NONE);
  }

  private boolean hasQuota(Job job) {
    return !quota(job).isNone();
  }

  private static boolean isWithin(Resources quota, Resources wanted) {
    return quota.amounts().entrySet().stream()
        .allMatch(limit -> Resources.covers(limit.getValue(), wanted.amount(limit.getKey())));
  }
}
