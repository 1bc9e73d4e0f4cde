package dev.ductile.policies.fair;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import java.util.ArrayList;
import java.util.List;

/** A policy that gives everybody an equal share of something, and lets jobs grow up to it. */
record Fair(Fairness fairness, Placement placement) implements Policy {
  @Override
  public Plan decide(Cluster cluster) {
    List<Claim> claims = new Filling(cluster, fairness, placement).fill();
    new Settling(cluster, placement, claims).settle();
    var grants = new ArrayList<Grant>(claims.size());
    claims.sort(Claim.IN_ORDER);
    for (Claim claim : claims) {
      if (!claim.allocation().isNone()) {
        grants.add(new Grant(claim.job(), claim.allocation()));
      }
    }
    return Plan.of(grants, new FairExplanation(cluster, grants, fairness, placement));
  }
}
