package dev.ductile.policies.fair;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.policies.elastic.Settling;
import java.util.ArrayList;
import java.util.List;

/** A policy that gives everybody an equal share of something, and lets jobs grow up to it. */
record Fair(Fairness fairness, Placement placement) implements Policy {
  @Override
  public Plan decide(Cluster cluster) {
    List<Claim> claims = new Filling(cluster, fairness, placement).fill();
    settle(cluster, claims);
    var grants = new ArrayList<Grant>(claims.size());
    claims.sort(Claim.IN_ORDER);
    for (Claim claim : claims) {
      if (!claim.allocation().isNone()) {
        grants.add(new Grant(claim.job(), claim.allocation()));
      }
    }
    return Plan.of(grants, new FairExplanation(cluster, grants, fairness, placement));
  }

  /** Finds places for all, and then lets those grow where they are who can. */
  private void settle(Cluster cluster, List<Claim> claims) {
    var settling = new Settling<>(cluster, placement, Claim.IN_ORDER);
    List<Claim> moved = settling.settle(claims);
    List<Claim> growing = Settling.isFree(cluster) ? claims : moved;
    var growth = new Growth(settling.left());
    Filling.fill(
        growing.stream().filter(claim -> !claim.allocation().isNone()).toList(), growth::grow);
  }
}
