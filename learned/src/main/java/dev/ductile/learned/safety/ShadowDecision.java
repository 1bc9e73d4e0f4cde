package dev.ductile.learned.safety;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A decision of the acting policy beside that of the other one.
 *
 * @param acting the policy whose plan is applied
 * @param shadow the policy whose plan is not
 * @param differing the number of jobs to which the two plans give different allocations
 * @param examples some of them
 * @param anomalies the anomalies of the decision of the policy on trial
 * @param before the reward of the slot that ends with this decision; absent after a gap
 */
record ShadowDecision(
    Instant at,
    Mode mode,
    String acting,
    String shadow,
    int differing,
    Map<JobId, Sizes> examples,
    RecentDecisions.Anomalies anomalies,
    Optional<SlotReward> before) {
  private static final int MOST_EXAMPLES = 20;

  /** The size of a job in both plans; empty for one that waits. */
  record Sizes(String acting, String shadow) {}

  /** The jobs whose allocations differ, and their sizes in both plans. */
  static Map<JobId, Sizes> differences(Cluster cluster, Plan acting, Plan shadow) {
    Map<JobId, Grant> applied = grants(acting);
    Map<JobId, Grant> other = grants(shadow);
    var jobs = new TreeSet<JobId>((a, b) -> a.name().compareTo(b.name()));
    cluster.jobs().forEach(job -> jobs.add(job.id()));
    var differences = new LinkedHashMap<JobId, Sizes>();
    for (JobId job : jobs) {
      Optional<Grant> one = Optional.ofNullable(applied.get(job));
      Optional<Grant> two = Optional.ofNullable(other.get(job));
      if (!one.map(Grant::allocation).equals(two.map(Grant::allocation))) {
        differences.put(job, new Sizes(size(one), size(two)));
      }
    }
    return differences;
  }

  /** The first of these differences. */
  static Map<JobId, Sizes> examples(Map<JobId, Sizes> differences) {
    var examples = new LinkedHashMap<JobId, Sizes>();
    differences.entrySet().stream()
        .limit(MOST_EXAMPLES)
        .forEach(one -> examples.put(one.getKey(), one.getValue()));
    return examples;
  }

  private static Map<JobId, Grant> grants(Plan plan) {
    var grants = new LinkedHashMap<JobId, Grant>();
    plan.grants().forEach(grant -> grants.put(grant.job().id(), grant));
    return grants;
  }

  private static String size(Optional<Grant> grant) {
    return grant.map(one -> one.allocation().size().toString()).orElse("");
  }
}
