package dev.ductile.policies.sizing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import dev.ductile.policies.Rescaling;
import dev.ductile.policies.SizedDemand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Places jobs with decided sizes, one priority rank after the other. A job that keeps its size or
 * grows stays on its nodes, unless a job of a higher rank finds no place elsewhere. The others are
 * placed, those with the smallest choice of nodes first, and of these the largest first unless the
 * policy says otherwise; a job that finds no place at its size takes the largest size that fits, or
 * stays unchanged. All jobs of a rank are placed anew only if moves pause no job, and only if more
 * jobs get their sizes by it.
 */
public final class PlacementPass<S extends Placeable> {
  /** The order of placement. */
  public enum First {
    LARGEST,
    SMALLEST
  }

  private final Cluster cluster;
  private final Placement placement;
  private final Comparator<S> order;

  /** Requests that found no place; they find none until resources are released. */
  private final Set<SizedDemand> refused = new HashSet<>();

  /** The same, as if lower ranks held nothing. */
  private final Set<SizedDemand> refusedAlone = new HashSet<>();

  private final FreeCapacity left;

  /** The decided size of each job, which may differ from its size during the pass. */
  private final IdentityHashMap<S, Size> wanted = new IdentityHashMap<>();

  /** Jobs of lower ranks, which keep their nodes unless a higher rank needs them. */
  private List<S> lowerRanks = List.of();

  /**
   * A pass that places the largest jobs first.
   *
   * @param order decides between jobs of one size
   */
  public PlacementPass(Cluster cluster, Placement placement, Comparator<S> order) {
    this(cluster, placement, First.LARGEST, order);
  }

  PlacementPass(Cluster cluster, Placement placement, First first, Comparator<S> order) {
    this.cluster = cluster;
    this.placement = placement;
    Comparator<S> smallest = Comparator.comparing(Placeable::size);
    this.order =
        switch (first) {
          case LARGEST -> smallest.reversed().thenComparing(order);
          case SMALLEST -> smallest.thenComparing(order);
        };
    this.left = FreeCapacity.of(cluster);
  }

  /** Places all jobs, and returns those that had to move; the others stayed on their nodes. */
  public List<S> settle(List<S> placeables) {
    List<S> toPlace = toPlace(placeables);
    stay(toPlace);
    return settleRank(toPlace);
  }

  /** Places rank after rank, the highest first. */
  void settleRanks(List<List<S>> ranks) {
    List<List<S>> toPlace = ranks.stream().map(this::toPlace).toList();
    toPlace.forEach(this::stay);
    for (int rank = 0; rank < toPlace.size(); rank++) {
      lowerRanks =
          toPlace.subList(rank + 1, toPlace.size()).stream()
              .flatMap(List::stream)
              .filter(placeable -> !placeable.allocation().isNone())
              .toList();
      settleRank(toPlace.get(rank));
    }
    returnAllToHeld(toPlace.stream().flatMap(List::stream).toList());
  }

  /** Places a waiting job at this size in resources that are free after the pass. */
  public void offer(S placeable, Size size) {
    Allocation held = placeable.job().allocation();
    Optional<Allocation> place =
        held.size().equals(size) && take(placeable, held)
            ? Optional.of(held)
            : find(placeable.job(), size, refusedAlone);
    place.ifPresent(placeable::settle);
  }

  /** The free resources after the pass. */
  public FreeCapacity left() {
    return left;
  }

  private List<S> toPlace(List<S> placeables) {
    List<S> toPlace = placeables.stream().filter(placeable -> !placeable.size().isNone()).toList();
    toPlace.forEach(placeable -> wanted.put(placeable, placeable.size()));
    return toPlace;
  }

  /** Reserves the nodes of jobs that stay or grow. */
  private void stay(List<S> toPlace) {
    for (S placeable : toPlace) {
      Allocation held = placeable.job().allocation();
      if (!held.isNone()
          && isWithin(held.size(), placeable.size())
          && placeable.job().spec().bounds().allows(held.size())
          && take(placeable, held)) {
        placeable.settle(held);
      }
    }
  }

  private List<S> settleRank(List<S> toPlace) {
    List<S> moving = toPlace.stream().filter(placeable -> !hasSize(placeable)).toList();
    place(moving);
    boolean mayMoveAll = Rescaling.isFree(cluster) && moving.size() < toPlace.size();
    return mayMoveAll && !moving.stream().allMatch(this::hasSize) && placeAfresh(toPlace)
        ? toPlace
        : moving;
  }

  private boolean hasSize(S placeable) {
    return placeable.allocation().size().equals(wanted(placeable));
  }

  private Size wanted(S placeable) {
    return wanted.getOrDefault(placeable, placeable.size());
  }

  /**
   * Places all jobs of a rank anew; false and unchanged if no more of them get their sizes by it.
   */
  private boolean placeAfresh(List<S> toPlace) {
    long before = toPlace.stream().filter(this::hasSize).count();
    List<Allocation> places = toPlace.stream().map(Placeable::allocation).toList();
    List<S> staying = lowerRanks;
    toPlace.forEach(this::unplace);
    place(toPlace);
    if (toPlace.stream().filter(this::hasSize).count() > before) {
      returnAllToHeld(toPlace);
      return true;
    }
    toPlace.forEach(this::unplace);
    for (int i = 0; i < places.size(); i++) {
      left.take(places.get(i), toPlace.get(i).job().spec().demand());
      toPlace.get(i).settle(places.get(i));
    }
    lowerRanks = staying;
    lowerRanks.stream().filter(lower -> lower.allocation().isNone()).forEach(this::restore);
    return false;
  }

  /** Restores a lower-rank job that was displaced in vain. */
  private void restore(S lower) {
    left.take(lower.job().allocation(), lower.job().spec().demand());
    lower.settle(lower.job().allocation());
  }

  private void unplace(S placeable) {
    release(placeable);
    placeable.settle(Allocation.NONE);
    forgetRefusals();
  }

  private void forgetRefusals() {
    refused.clear();
    refusedAlone.clear();
  }

  /** Lets jobs return to their old nodes; each return may free resources for another. */
  private void returnAllToHeld(List<S> placeables) {
    boolean isAny = true;
    for (int pass = 0; isAny && pass < placeables.size(); pass++) {
      isAny = false;
      for (S placeable : placeables) {
        isAny |= returnToHeld(placeable);
      }
    }
  }

  /** Returns a job to its old nodes, if its size is the same and they are still free. */
  private boolean returnToHeld(S placeable) {
    Allocation held = placeable.job().allocation();
    if (!held.size().equals(placeable.size()) || held.equals(placeable.allocation())) {
      return false;
    }
    release(placeable);
    if (take(placeable, held)) {
      placeable.settle(held);
      return true;
    }
    left.take(placeable.allocation(), placeable.job().spec().demand());
    return false;
  }

  /** Places each of these jobs; a growing job keeps its nodes if possible. */
  private void place(List<S> moving) {
    moving.forEach(placeable -> placeable.resize(wanted(placeable)));
    for (S placeable : sorted(moving)) {
      if (!placeable.allocation().isNone()) {
        release(placeable);
        forgetRefusals();
      }
      placeable.settle(find(placeable).orElse(Allocation.NONE));
    }
  }

  /** The jobs in the order of placement, those with the smallest choice of nodes first. */
  private List<S> sorted(List<S> moving) {
    return moving.size() < 2
        ? moving
        : moving.stream()
            .map(placeable -> NodeChoice.of(placeable, cluster.nodes()))
            .sorted(NodeChoice.smallestFirst(order))
            .map(NodeChoice::placeable)
            .toList();
  }

  /** A place in free resources, or else one that displaces lower ranks. */
  private Optional<Allocation> find(S placeable) {
    if (lowerRanks.isEmpty()) {
      return largest(placeable);
    }
    Optional<Allocation> undisturbed = find(placeable.job(), placeable.size(), refused);
    return undisturbed.isPresent() ? undisturbed : displacing(placeable);
  }

  /** Finds a place as if lower ranks held nothing, and displaces only jobs in its way. */
  private Optional<Allocation> displacing(S placeable) {
    Demand demand = placeable.job().spec().demand();
    lowerRanks.forEach(this::release);
    Optional<Allocation> alone = largest(placeable);
    alone.ifPresent(place -> left.give(place, demand));
    lowerRanks.forEach(lower -> left.take(lower.allocation(), lower.job().spec().demand()));
    if (alone.isEmpty() || take(placeable, alone.get())) {
      return alone;
    }
    Optional<Allocation> undisturbed = find(placeable.job(), alone.get().size(), refused);
    if (undisturbed.isPresent()) {
      return undisturbed;
    }
    lowerRanks.forEach(this::release);
    left.take(alone.get(), demand);
    placeDisplaced();
    return alone;
  }

  /** Places displaced jobs of lower ranks again. */
  private void placeDisplaced() {
    var staying = new ArrayList<S>(lowerRanks.size());
    for (S lower : lowerRanks) {
      if (take(lower, lower.allocation())) {
        staying.add(lower);
      } else {
        lower.settle(Allocation.NONE);
      }
    }
    lowerRanks = staying;
    refused.clear();
  }

  private void release(S placeable) {
    left.give(placeable.allocation(), placeable.job().spec().demand());
  }

  /** Takes a place if it is still free. */
  private boolean take(S placeable, Allocation place) {
    Demand demand = placeable.job().spec().demand();
    if (!left.fits(place, demand)) {
      return false;
    }
    left.take(place, demand);
    return true;
  }

  /**
   * The largest size up to the wanted one that finds a place; the present allocation, if that is as
   * large or nothing else is found.
   */
  private Optional<Allocation> largest(S placeable) {
    Job job = placeable.job();
    Size held = job.allocation().size();
    Optional<Allocation> wanted = find(job, placeable.size(), refusedAlone);
    if (wanted.isPresent()) {
      return wanted;
    }
    boolean maySettle = job.holdsResources() && isWithin(held, placeable.size());
    for (Size size : placeable.smaller()) {
      if (maySettle && isWithin(size, held)) {
        break;
      }
      Optional<Allocation> place = find(job, size, refusedAlone);
      if (place.isPresent()) {
        return place;
      }
    }
    return held(placeable).or(() -> smaller(placeable));
  }

  private Optional<Allocation> smaller(S placeable) {
    for (Size size : placeable.smaller()) {
      Optional<Allocation> place = find(placeable.job(), size, refusedAlone);
      if (place.isPresent()) {
        return place;
      }
    }
    return Optional.empty();
  }

  private static boolean isWithin(Size size, Size other) {
    return size.workers() <= other.workers() && size.servers() <= other.servers();
  }

  /** The present allocation, if it is legal and still free. */
  private Optional<Allocation> held(S placeable) {
    Job job = placeable.job();
    return job.spec().bounds().allows(job.allocation().size()) && take(placeable, job.allocation())
        ? Optional.of(job.allocation())
        : Optional.empty();
  }

  private Optional<Allocation> find(Job job, Size size, Set<SizedDemand> known) {
    var request = new SizedDemand(job.spec().demand(), size);
    if (known.contains(request)) {
      return Optional.empty();
    }
    Optional<Allocation> place = placement.place(job, size, left);
    if (place.isEmpty()) {
      known.add(request);
    }
    return place;
  }
}
