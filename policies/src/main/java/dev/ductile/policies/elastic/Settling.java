package dev.ductile.policies.elastic;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Free;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds places for jobs whose sizes are settled. Who has that size already stays where it is; the
 * others are placed, the largest first unless the policy says otherwise; who finds no room at its
 * size takes the largest that fits.
 */
public final class Settling<S extends Seeker> {
  /** Who is placed first. */
  public enum First {
    LARGEST,
    SMALLEST
  }

  private record Ask(Demand demand, Size size) {}

  private final Cluster cluster;
  private final Placement placement;
  private final Comparator<S> order;

  /** What has found no room, and so finds none until something is given back. */
  private final Set<Ask> refused = new HashSet<>();

  private Free left;

  /**
   * @param order settles between jobs of one size
   */
  public Settling(Cluster cluster, Placement placement, Comparator<S> order) {
    this(cluster, placement, First.LARGEST, order);
  }

  Settling(Cluster cluster, Placement placement, First first, Comparator<S> order) {
    this.cluster = cluster;
    this.placement = placement;
    Comparator<S> smallest = Comparator.comparing(Seeker::size);
    this.order =
        switch (first) {
          case LARGEST -> smallest.reversed().thenComparing(order);
          case SMALLEST -> smallest.thenComparing(order);
        };
    this.left = Free.of(cluster);
  }

  /** Whether nothing is lost by moving jobs that run. */
  public static boolean isFree(Cluster cluster) {
    return cluster.running().stream().allMatch(job -> job.pause().isZero());
  }

  /** Settles all, and says who had to be placed; the others stay where they were. */
  public List<S> settle(List<S> seekers) {
    List<S> wanting = seekers.stream().filter(seeker -> !seeker.size().isNone()).toList();
    List<Size> sizes = wanting.stream().map(Seeker::size).toList();
    List<S> moving = moving(wanting);
    boolean mayMoveAll = isFree(cluster) && moving.size() < wanting.size();
    if (place(moving, mayMoveAll)) {
      return moving;
    }
    placeAfresh(wanting, sizes);
    return wanting;
  }

  /** What nobody has when all are settled. */
  public Free left() {
    return left;
  }

  /** Those who cannot stay as they are; the others have their room from here on. */
  private List<S> moving(List<S> wanting) {
    var moving = new ArrayList<S>();
    for (S seeker : wanting) {
      Allocation held = seeker.job().allocation();
      Demand demand = seeker.job().spec().demand();
      if (!held.isNone() && held.size().equals(seeker.size()) && left.fits(held, demand)) {
        left.take(held, demand);
        seeker.settle(held);
      } else {
        moving.add(seeker);
      }
    }
    return moving;
  }

  private void placeAfresh(List<S> wanting, List<Size> sizes) {
    left = Free.of(cluster);
    refused.clear();
    for (int i = 0; i < wanting.size(); i++) {
      wanting.get(i).settle(Allocation.NONE);
      wanting.get(i).resize(sizes.get(i));
    }
    place(wanting, false);
  }

  /** Places these jobs; or, all or nothing, says at the first that misses its size that it did. */
  private boolean place(List<S> moving, boolean allOrNothing) {
    for (S seeker : moving.stream().sorted(order).toList()) {
      Size wanted = seeker.size();
      seeker.settle(find(seeker).or(() -> held(seeker)).orElse(Allocation.NONE));
      if (allOrNothing && !seeker.size().equals(wanted)) {
        return false;
      }
    }
    return true;
  }

  /** What the job holds, if that is legal and nobody has taken it meanwhile. */
  private Optional<Allocation> held(S seeker) {
    Allocation held = seeker.job().allocation();
    Demand demand = seeker.job().spec().demand();
    if (!seeker.job().spec().bounds().allows(held.size()) || !left.fits(held, demand)) {
      return Optional.empty();
    }
    left.take(held, demand);
    return Optional.of(held);
  }

  /** The largest size up to the wanted one that finds room. */
  private Optional<Allocation> find(S seeker) {
    Optional<Allocation> wanted = find(seeker.job(), seeker.size());
    if (wanted.isPresent()) {
      return wanted;
    }
    for (Size size : seeker.smaller()) {
      Optional<Allocation> place = find(seeker.job(), size);
      if (place.isPresent()) {
        return place;
      }
    }
    return Optional.empty();
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
}
