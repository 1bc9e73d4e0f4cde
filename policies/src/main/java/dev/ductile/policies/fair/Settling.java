package dev.ductile.policies.fair;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Free;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds places for jobs whose sizes are settled. Who has that size already stays where it is; the
 * others are placed, the largest first; who finds no room at its size takes the largest that fits,
 * and what is left over then goes to whoever can still grow.
 */
final class Settling {
  private static final Comparator<Claim> LARGEST_FIRST =
      Comparator.comparing(Claim::size, Comparator.reverseOrder()).thenComparing(Claim.IN_ORDER);

  private final Cluster cluster;
  private final Placement placement;
  private final List<Claim> claims;
  private final boolean free;
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
    boolean allPlaced = place(moving);
    if (!allPlaced && free && moving.size() < wanting.size()) {
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
    for (int i = 0; i < wanting.size(); i++) {
      wanting.get(i).settle(Allocation.NONE);
      wanting.get(i).resize(sizes.get(i));
    }
    place(wanting);
  }

  /** Says whether all have found room at their size. */
  private boolean place(List<Claim> moving) {
    boolean all = true;
    for (Claim claim : moving.stream().sorted(LARGEST_FIRST).toList()) {
      Size wanted = claim.size();
      claim.settle(find(claim).orElse(Allocation.NONE));
      all &= claim.size().equals(wanted);
    }
    return all;
  }

  /** The largest size up to the wanted one that finds room, by halving. */
  private Optional<Allocation> find(Claim claim) {
    Job job = claim.job();
    Optional<Allocation> wanted = placement.place(job, claim.size(), left);
    if (wanted.isPresent()) {
      return wanted;
    }
    List<Size> steps = claim.steps();
    int low = -1;
    int high = steps.size() - 2;
    while (low < high) {
      int middle = (low + high + 1) >> 1;
      Optional<Allocation> place = placement.place(job, steps.get(middle), left);
      place.ifPresent(allocation -> left.give(allocation, job.spec().demand()));
      if (place.isPresent()) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low < 0 ? Optional.empty() : placement.place(job, steps.get(low), left);
  }

  private boolean grow(Claim claim) {
    Size next = claim.next();
    Demand demand = claim.job().spec().demand();
    if (next.equals(claim.size()) || !left.covers(demand, difference(next, claim.size()))) {
      return false;
    }
    left.give(claim.allocation(), demand);
    Optional<Allocation> larger = placement.place(claim.job(), next, left);
    if (larger.isEmpty()) {
      left.take(claim.allocation(), demand);
    }
    larger.ifPresent(claim::settle);
    return larger.isPresent();
  }

  private static Size difference(Size larger, Size smaller) {
    return new Size(
        Math.max(0, larger.workers() - smaller.workers()),
        Math.max(0, larger.servers() - smaller.servers()));
  }
}
