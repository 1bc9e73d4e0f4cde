package dev.ductile.policies.fair;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Figure;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Size;
import dev.ductile.policies.Rescaling;
import dev.ductile.policies.sizing.PlacementPass;
import dev.ductile.policies.sizing.SizeSteps;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A policy of equal shares: jobs grow to the share of their party. */
record Fair(Fairness fairness, Placement placement) implements Policy {
  @Override
  public Plan decide(Cluster cluster) {
    List<Claim> claims = new ProgressiveFilling(cluster, fairness, placement).fill();
    settle(cluster, claims);
    var grants = new ArrayList<Grant>(claims.size());
    claims.sort(Claim.IN_ORDER);
    for (Claim claim : claims) {
      if (!claim.allocation().isNone()) {
        grants.add(new Grant(claim.job(), claim.allocation()));
      }
    }
    return new Plan(
        grants,
        List.of(),
        Optional.empty(),
        false,
        FairReasons.of(cluster, grants, fairness, placement),
        coarse(grants));
  }

  /**
   * Counts the jobs that grow by several tasks at once; their shares are only as equal as these
   * steps are short.
   */
  private static List<Figure> coarse(List<Grant> grants) {
    long jobs =
        grants.stream()
            .map(grant -> grant.allocation().size())
            .filter(size -> SizeSteps.stride(Math.max(size.workers(), size.servers())) > 1)
            .count();
    return jobs == 0
        ? List.of()
        : List.of(new Figure("largeSteps", jobs, "jobs that grow by several tasks at once"));
  }

  /**
   * Places all jobs, offers the nodes that they leave to jobs without a share, and then lets them
   * grow on their nodes.
   */
  private void settle(Cluster cluster, List<Claim> claims) {
    var settling = new PlacementPass<>(cluster, placement, Claim.IN_ORDER);
    var moved = new LinkedHashSet<>(settling.settle(claims));
    moved.addAll(offered(claims, settling));
    Collection<Claim> growing = Rescaling.isFree(cluster) ? claims : moved;
    var growth = new GrowthInPlace(settling.left());
    ProgressiveFilling.fill(
        growing.stream().filter(claim -> !claim.allocation().isNone()).toList(), growth::grow);
    returnToHeld(cluster, claims, settling.left());
  }

  /** The jobs that got no share of the cluster as one machine, each at its least size. */
  private static List<Claim> offered(List<Claim> claims, PlacementPass<Claim> settling) {
    List<Claim> waiting =
        claims.stream()
            .filter(claim -> claim.allocation().isNone())
            .sorted(Claim.IN_ORDER)
            .toList();
    waiting.forEach(claim -> settling.offer(claim, claim.job().spec().bounds().least()));
    return waiting;
  }

  /**
   * Returns jobs to their old allocations if these are still free and the new ones are no larger.
   */
  private static void returnToHeld(Cluster cluster, List<Claim> claims, FreeCapacity left) {
    boolean mayBeMore = !Rescaling.isFree(cluster);
    List<Claim> moved =
        claims.stream().filter(claim -> hasLeftHeld(claim, cluster.nodes(), mayBeMore)).toList();
    List<Claim> returned = moved;
    while (!returned.isEmpty()) {
      returned = moved.stream().filter(claim -> returnsToHeld(claim, left)).toList();
      moved = moved.stream().filter(Predicate.not(returned::contains)).toList();
    }
  }

  /**
   * Whether a job has left an allocation of the same size; or of a larger one, if {@code
   * mayBeMore}.
   */
  private static boolean hasLeftHeld(Claim claim, Nodes nodes, boolean mayBeMore) {
    Allocation held = claim.job().allocation();
    Size now = claim.allocation().size();
    boolean isLess =
        now.workers() <= held.size().workers() && now.servers() <= held.size().servers();
    return !held.isNone()
        && !held.equals(claim.allocation())
        && (now.equals(held.size()) || (mayBeMore && isLess))
        && claim.job().spec().bounds().allows(held.size())
        && held.shares().stream().allMatch(share -> nodes.indexOf(share.node()).isPresent());
  }

  private static boolean returnsToHeld(Claim claim, FreeCapacity left) {
    Demand demand = claim.job().spec().demand();
    Allocation held = claim.job().allocation();
    left.give(claim.allocation(), demand);
    boolean isThere = left.fits(held, demand);
    left.take(isThere ? held : claim.allocation(), demand);
    if (isThere) {
      claim.settle(held);
    }
    return isThere;
  }
}
