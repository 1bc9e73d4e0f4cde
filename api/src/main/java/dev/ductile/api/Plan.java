package dev.ductile.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The whole of what a policy wants: a job without a grant waits.
 *
 * @param grants in the policy's order, most important first
 * @param standings notes on jobs that changed; the next picture shows them
 * @param reconsider when the policy wants to be asked again though nothing may have happened
 * @param reasons answers for every job of the picture
 */
public record Plan(
    List<Grant> grants,
    Map<JobId, Standing> standings,
    Optional<Instant> reconsider,
    Reasons reasons) {

  /** A plan without notes and without a wish to be asked again. */
  public static Plan of(List<Grant> grants, Reasons reasons) {
    return new Plan(grants, Map.of(), Optional.empty(), reasons);
  }

  /** The laws this plan breaks for the picture it was made from; none for a legal plan. */
  public List<Violation> violations(Cluster cluster) {
    var violations = new ArrayList<Violation>();
    var seen = new Arrivals(grants.size());
    Free free = Free.of(cluster);
    for (Grant grant : grants) {
      Job job = grant.job();
      if (!cluster.jobs().holds(job)) {
        violations.add(Violation.of("%s is not in the picture", job.id()));
      } else if (!seen.add(job.arrival())) {
        violations.add(Violation.of("%s has two grants", job.id()));
      } else {
        checkJob(cluster, grant, violations);
        checkRoom(free, grant, violations);
      }
    }
    return violations;
  }

  private static void checkJob(Cluster cluster, Grant grant, List<Violation> violations) {
    Job job = grant.job();
    Size size = grant.allocation().size();
    Bounds bounds = job.spec().bounds();
    if (job.isProtected(cluster.now())) {
      violations.add(Violation.of("%s is protected until %s", job.id(), job.protectedUntil()));
    }
    if (!bounds.allows(size)) {
      violations.add(
          Violation.of(
              "%s gets %s, but its bounds are %s to %s",
              job.id(), size, bounds.least(), bounds.most()));
    }
  }

  private static void checkRoom(Free free, Grant grant, List<Violation> violations) {
    Demand demand = grant.job().spec().demand();
    for (Allocation.Share share : grant.allocation().shares()) {
      OptionalInt node = free.nodes().indexOf(share.node());
      if (node.isEmpty()) {
        violations.add(
            Violation.of("%s gets %s, a node that is not there", grant.job().id(), share.node()));
      } else if (!free.fits(node.getAsInt(), free.need(demand.of(share.size())), 1)) {
        violations.add(
            Violation.of(
                "%s gets %s on %s, which has no room left for %s",
                grant.job().id(), share.size(), share.node(), demand.of(share.size())));
      } else {
        free.take(node.getAsInt(), free.need(demand.of(share.size())), 1);
      }
    }
  }

  /**
   * A small set of arrival numbers: an open table, because every plan of every decision needs it.
   */
  private static final class Arrivals {
    private final long[] table;

    Arrivals(int count) {
      table = new long[Math.max(4, Integer.highestOneBit(Math.max(1, count)) * 4)];
    }

    boolean add(long arrival) {
      int at = (int) ((arrival * 0x9E3779B97F4A7C15L) >>> 32) & (table.length - 1);
      while (table[at] != 0) {
        if (table[at] == arrival + 1) {
          return false;
        }
        at = (at + 1) & (table.length - 1);
      }
      table[at] = arrival + 1;
      return true;
    }
  }
}
