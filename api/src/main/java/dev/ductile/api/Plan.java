package dev.ductile.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The complete answer of a policy. A job without a grant waits.
 *
 * @param grants in the policy's order, most important first
 * @param notes new notes on jobs, which the next picture shows
 * @param reconsider the time at which to ask the policy again even if no event happens before
 * @param settled whether the plan would stay the same when jobs end, so that the policy need not be
 *     asked then
 * @param reasons a reason for every job of the picture
 * @param figures further numbers for readers of the plan
 */
public record Plan(
    List<Grant> grants,
    List<JobNote> notes,
    Optional<Instant> reconsider,
    boolean settled,
    Reasons reasons,
    List<Figure> figures) {

  public Plan(
      List<Grant> grants,
      List<JobNote> notes,
      Optional<Instant> reconsider,
      boolean settled,
      Reasons reasons) {
    this(grants, notes, reconsider, settled, reasons, List.of());
  }

  /** A plan without notes and without a time to reconsider. */
  public static Plan of(List<Grant> grants, Reasons reasons) {
    return new Plan(grants, List.of(), Optional.empty(), false, reasons);
  }

  /**
   * The violations of this plan in the picture from which it was made; none for a legal plan. Free
   * resources are counted in the order of the grants, so a later grant cannot make an earlier one
   * illegal.
   */
  public List<Violation> violations(Cluster cluster) {
    var violations = new ArrayList<Violation>();
    var seen = new Arrivals(grants.size());
    var changes = new ArrayList<Integer>();
    int kept = 0;
    for (int place = 0; place < grants.size(); place++) {
      Grant grant = grants.get(place);
      Job job = grant.job();
      if (!cluster.jobs().holds(job)) {
        violations.add(broken(place, "%s is not in the picture", job.id()));
      } else if (!seen.add(job.arrival())) {
        violations.add(broken(place, "%s has two grants", job.id()));
      } else {
        kept += job.holdsResources() ? 1 : 0;
        if (grant.isChange()) {
          checkJob(cluster, place, violations);
          changes.add(place);
        }
      }
    }
    FreeCapacity free = cluster.left();
    if (kept < cluster.running().size()) {
      releaseStopped(free, cluster, seen);
    }
    releaseChanged(free, cluster, changes);
    changes.forEach(place -> checkRoom(free, place, violations));
    return violations;
  }

  private Violation broken(int place, String template, Object... values) {
    return new Violation(place, grants.get(place).job().id(), template.formatted(values));
  }

  /** Jobs without a grant stop. */
  private static void releaseStopped(FreeCapacity free, Cluster cluster, Arrivals granted) {
    for (Job job : cluster.running()) {
      if (!granted.contains(job.arrival())) {
        free.give(job.allocation(), job.spec().demand());
      }
    }
  }

  private void releaseChanged(FreeCapacity free, Cluster cluster, List<Integer> changes) {
    for (int place : changes) {
      Job job = grants.get(place).job();
      if (!job.isProtected(cluster.now())) {
        free.give(job.allocation(), job.spec().demand());
      }
    }
  }

  private void checkJob(Cluster cluster, int place, List<Violation> violations) {
    Grant grant = grants.get(place);
    Job job = grant.job();
    Size size = grant.allocation().size();
    Bounds bounds = job.spec().bounds();
    if (job.isProtected(cluster.now())) {
      violations.add(broken(place, "%s is protected until %s", job.id(), job.protectedUntil()));
    }
    if (!bounds.hasRoles(size)) {
      violations.add(
          broken(place, "%s gets %s, but its bounds are %s", job.id(), size, bounds.text()));
    } else if (!bounds.allows(size)) {
      Demand demand = job.spec().demand();
      violations.add(
          broken(
              place,
              "%s gets %s, which takes %s, but its limit is %s",
              job.id(),
              size,
              demand.of(size),
              demand.limit()));
    }
  }

  private void checkRoom(FreeCapacity free, int place, List<Violation> violations) {
    Grant grant = grants.get(place);
    Demand demand = grant.job().spec().demand();
    for (Allocation.Share share : grant.allocation().shares()) {
      int node = free.nodes().position(share.node());
      if (node < 0) {
        violations.add(
            broken(
                place,
                "%s gets %s, which is not a node of the cluster",
                grant.job().id(),
                share.node()));
      } else if (!demand.accepts(free.nodes().get(node))) {
        violations.add(ineligible(place, free.nodes().get(node)));
      } else if (!free.fits(node, demand, share.size())) {
        violations.add(
            broken(
                place,
                "%s gets %s on %s, which has no room left for %s",
                grant.job().id(),
                share.size(),
                share.node(),
                demand.of(share.size())));
      } else {
        free.take(node, demand, share.size());
      }
    }
  }

  private Violation ineligible(int place, Node node) {
    Job job = grants.get(place).job();
    return broken(
        place,
        "%s gets %s, but requires %s, and that node has %s",
        job.id(),
        node.id(),
        job.spec().demand().requirement().orElseThrow(),
        node.properties());
  }

  /**
   * A small set of arrival numbers, as an open-addressing table: every plan of every decision needs
   * one.
   */
  private static final class Arrivals {
    private final long[] table;

    Arrivals(int count) {
      table = new long[Math.max(4, Integer.highestOneBit(Math.max(1, count)) * 4)];
    }

    boolean add(long arrival) {
      int at = slot(arrival);
      boolean isNew = table[at] == 0;
      table[at] = arrival + 1;
      return isNew;
    }

    boolean contains(long arrival) {
      return table[slot(arrival)] != 0;
    }

    /**
     * The slot of this arrival, or its free slot. Entries are arrival plus 1, because 0 means
     * empty.
     */
    private int slot(long arrival) {
      int at = (int) ((arrival * 0x9E3779B97F4A7C15L) >>> 32) & (table.length - 1);
      while (table[at] != 0 && table[at] != arrival + 1) {
        at = (at + 1) & (table.length - 1);
      }
      return at;
    }
  }
}
