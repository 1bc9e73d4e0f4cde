package dev.ductile.policies.fair;

import dev.ductile.api.Allocation;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.util.HashMap;

/** Lets placed jobs grow on their nodes, into the remaining resources. */
record GrowthInPlace(FreeCapacity left) {
  /** Lets a job grow by one step on one of its nodes. */
  boolean grow(Claim claim) {
    Size next = claim.next();
    Size now = claim.size();
    Demand demand = claim.job().spec().demand();
    if (next.equals(now) || next.servers() < now.servers()) {
      return false;
    }
    var more = new Size(next.workers() - now.workers(), next.servers() - now.servers());
    if (!left.covers(demand, more)) {
      return false;
    }
    for (Allocation.Share share : claim.allocation().shares()) {
      int node = left.nodes().indexOf(share.node()).orElseThrow();
      if (left.fits(node, demand, more)) {
        left.take(node, demand, more);
        claim.settle(grown(claim, share.node(), more));
        return true;
      }
    }
    return false;
  }

  private static Allocation grown(Claim claim, NodeId node, Size more) {
    var perNode = new HashMap<NodeId, Size>();
    claim.allocation().shares().forEach(share -> perNode.put(share.node(), share.size()));
    perNode.merge(node, more, Size::plus);
    Allocation grown = Allocation.of(perNode);
    Allocation held = claim.job().allocation();
    return grown.equals(held) ? held : grown;
  }
}
