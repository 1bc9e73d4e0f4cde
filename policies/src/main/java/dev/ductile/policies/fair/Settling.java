package dev.ductile.policies.fair;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Free;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds places for jobs whose sizes are settled. Who has that size already stays where it is; the
 * others are placed, the largest first; who finds no room at its size takes the largest that fits,
 * and what is left over then goes to whoever can still grow where it is.
 */
final class Settling {
  private record Ask(Demand demand, Size size) {}

  private final Cluster cluster;
  private final Placement placement;
  private final List<Claim> claims;
  private final boolean free;

  /** What has found no room, and so finds none until something is given back. */
  private final Set<Ask> refused = new HashSet<>();

  private Free left;

  Settling(Cluster cluster, Placement placement, List<Claim> claims) {
    this.cluster = cluster;
    this.placement = placement;
    this.claims = claims;
    this.left = Free.of(cluster);
    this.free = cluster.running().stream().allMatch(job -> job.pause().isZero());
  }

  void settle() {
    List<Claim> wanting = claims.stream().filter(claim -> !claim.size().isNone()).toList();
    List<Size> sizes = wanting.stream().map(Claim::size).toList();
    List<Claim> moving = moving(wanting);
    boolean mayMoveAll = free && moving.size() < wanting.size();
    if (!place(moving, mayMoveAll)) {
      placeAfresh(wanting, sizes);
      moving = wanting;
    }
    List<Claim> growing = free ? wanting : moving;
    Filling.fill(
        growing.stream().filter(claim -> !claim.allocation().isNone()).toList(), this::grow);
  }

  /** Those who cannot stay as they are; the others have their room from here on. */
  private List<Claim> moving(List<Claim> wanting) {
    var moving = new ArrayList<Claim>();
    for (Claim claim : wanting) {
      Allocation held = claim.job().allocation();
      Demand demand = claim.job().spec().demand();
      if (!held.isNone() && held.size().equals(claim.size()) && left.fits(held, demand)) {
        left.take(held, demand);
        claim.settle(held);
      } else {
        moving.add(claim);
      }
    }
    return moving;
  }

  private void placeAfresh(List<Claim> wanting, List<Size> sizes) {
    left = Free.of(cluster);
    refused.clear();
    for (int i = 0; i < wanting.size(); i++) {
      wanting.get(i).settle(Allocation.NONE);
      wanting.get(i).resize(sizes.get(i));
    }
    place(wanting, false);
  }

  /** Places these jobs; or, all or nothing, says at the first that misses its size that it did. */
  private boolean place(List<Claim> moving, boolean allOrNothing) {
    for (Claim claim : moving.stream().sorted(Settling::largestFirst).toList()) {
      Size wanted = claim.size();
      claim.settle(find(claim).or(() -> held(claim)).orElse(Allocation.NONE));
      if (allOrNothing && !claim.size().equals(wanted)) {
        return false;
      }
    }
    return true;
  }

  /** What the job holds, if that is legal and nobody has taken it meanwhile. */
  private Optional<Allocation> held(Claim claim) {
    Allocation held = claim.job().allocation();
    Demand demand = claim.job().spec().demand();
    if (!claim.job().spec().bounds().allows(held.size()) || !left.fits(held, demand)) {
      return Optional.empty();
    }
    left.take(held, demand);
    return Optional.of(held);
  }

  /** The largest size up to the wanted one that finds room. */
  private Optional<Allocation> find(Claim claim) {
    Optional<Allocation> wanted = find(claim.job(), claim.size());
    if (wanted.isPresent()) {
      return wanted;
    }
    return claim.steps().reversed().stream()
        .flatMap(size -> find(claim.job(), size).stream())
        .findFirst();
  }

  private Optional<Allocation> find(Job job, Size size) {
    var ask = new Ask(job.spec().demand(), size);
    if (refused.contains(ask)) {
      return Optional.empty();
    }
    Optional<Allocation> place = placement.place(job, size, left);
    if (place.isEmpty()) {
      refused.add(ask);
    }
    return place;
  }

  private static int largestFirst(Claim a, Claim b) {
    int bySize = b.size().compareTo(a.size());
    return bySize != 0 ? bySize : Claim.IN_ORDER.compare(a, b);
  }

  /** Lets a job grow by a step on a node where it is. */
  private boolean grow(Claim claim) {
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
