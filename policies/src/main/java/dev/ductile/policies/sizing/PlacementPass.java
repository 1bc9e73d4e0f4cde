package dev.ductile.policies.sizing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
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
 * placed, the largest first unless the policy says otherwise; a job that finds no place at its size
 * takes the largest size that fits, or stays unchanged. All jobs of a rank are placed anew only
 * where moves pause no job, and only if more jobs get their sizes by it.
 */
public final class PlacementPass<S extends Placeable> {
  /** The order of placement. */
  public enum First {
    LARGEST,
    SMALLEST
  }

  private record Request(Demand demand, Size size) {}

  private final Cluster cluster;
  private final Placement placement;
  private final Comparator<S> order;

  /** Requests that found no place; they find none until resources are released. */
  private final Set<Request> refused = new HashSet<>();

  /** The same, as if lower ranks held nothing. */
  private final Set<Request> refusedAlone = new HashSet<>();

  private final FreeCapacity left;

  /** The decided size of each job, which may differ from its size during the pass. */
  private final IdentityHashMap<S, Size> wanted = new IdentityHashMap<>();

  /** Jobs of lower ranks, which keep their nodes as long as no higher rank needs them. */
  private List<S> guests = List.of();

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

  /** Whether no move pauses a running job. */
  public static boolean isFree(Cluster cluster) {
    for (int i = 0; i < cluster.running().size(); i++) {
      if (!cluster.running().get(i).pause().isZero()) {
        return false;
      }
    }
    return true;
  }

  /** Places all jobs, and returns those that had to move; the others stayed on their nodes. */
  public List<S> settle(List<S> seekers) {
    List<S> wanting = wanting(seekers);
    stay(wanting);
    return settleRank(wanting);
  }

  /** Places rank after rank, the highest first. */
  void settleRanks(List<List<S>> ranks) {
    List<List<S>> wanting = ranks.stream().map(this::wanting).toList();
    wanting.forEach(this::stay);
    for (int rank = 0; rank < wanting.size(); rank++) {
      guests =
          wanting.subList(rank + 1, wanting.size()).stream()
              .flatMap(List::stream)
              .filter(seeker -> !seeker.allocation().isNone())
              .toList();
      settleRank(wanting.get(rank));
    }
    goBackAll(wanting.stream().flatMap(List::stream).toList());
  }

  /** Places a waiting job at this size in resources that are free after the pass. */
  void offer(S seeker, Size size) {
    Allocation held = seeker.job().allocation();
    Optional<Allocation> place =
        held.size().equals(size) && take(seeker, held)
            ? Optional.of(held)
            : find(seeker.job(), size, refusedAlone);
    place.ifPresent(seeker::settle);
  }

  /** The free resources after the pass. */
  public FreeCapacity left() {
    return left;
  }

  private List<S> wanting(List<S> seekers) {
    List<S> wanting = seekers.stream().filter(seeker -> !seeker.size().isNone()).toList();
    wanting.forEach(seeker -> wanted.put(seeker, seeker.size()));
    return wanting;
  }

  /** Reserves the nodes of jobs that stay or grow. */
  private void stay(List<S> wanting) {
    for (S seeker : wanting) {
      Allocation held = seeker.job().allocation();
      if (!held.isNone()
          && isWithin(held.size(), seeker.size())
          && seeker.job().spec().bounds().allows(held.size())
          && take(seeker, held)) {
        seeker.settle(held);
      }
    }
  }

  private List<S> settleRank(List<S> wanting) {
    List<S> moving = wanting.stream().filter(seeker -> !hasSize(seeker)).toList();
    place(moving);
    boolean mayMoveAll = isFree(cluster) && moving.size() < wanting.size();
    return mayMoveAll && !moving.stream().allMatch(this::hasSize) && placeAfresh(wanting)
        ? wanting
        : moving;
  }

  private boolean hasSize(S seeker) {
    return seeker.allocation().size().equals(wanted(seeker));
  }

  private Size wanted(S seeker) {
    return wanted.getOrDefault(seeker, seeker.size());
  }

  /**
   * Places all jobs of a rank anew; false and unchanged if no more of them get their sizes by it.
   */
  private boolean placeAfresh(List<S> wanting) {
    long before = wanting.stream().filter(this::hasSize).count();
    List<Allocation> places = wanting.stream().map(Placeable::allocation).toList();
    List<S> staying = guests;
    wanting.forEach(this::letGo);
    place(wanting);
    if (wanting.stream().filter(this::hasSize).count() > before) {
      goBackAll(wanting);
      return true;
    }
    wanting.forEach(this::letGo);
    for (int i = 0; i < places.size(); i++) {
      left.take(places.get(i), wanting.get(i).job().spec().demand());
      wanting.get(i).settle(places.get(i));
    }
    guests = staying;
    guests.stream().filter(guest -> guest.allocation().isNone()).forEach(this::comeBack);
    return false;
  }

  /** Restores a lower-rank job that was displaced in vain. */
  private void comeBack(S guest) {
    left.take(guest.job().allocation(), guest.job().spec().demand());
    guest.settle(guest.job().allocation());
  }

  private void letGo(S seeker) {
    release(seeker);
    seeker.settle(Allocation.NONE);
    forgetRefusals();
  }

  private void forgetRefusals() {
    refused.clear();
    refusedAlone.clear();
  }

  /** Lets jobs return to their old nodes; each return may free resources for another. */
  private void goBackAll(List<S> seekers) {
    boolean isAny = true;
    for (int pass = 0; isAny && pass < seekers.size(); pass++) {
      isAny = false;
      for (S seeker : seekers) {
        isAny |= goBack(seeker);
      }
    }
  }

  /** Returns to its old nodes, if its size is the same and they are still free. */
  private boolean goBack(S seeker) {
    Allocation held = seeker.job().allocation();
    if (!held.size().equals(seeker.size()) || held.equals(seeker.allocation())) {
      return false;
    }
    release(seeker);
    if (take(seeker, held)) {
      seeker.settle(held);
      return true;
    }
    left.take(seeker.allocation(), seeker.job().spec().demand());
    return false;
  }

  /** Places each of these jobs; a growing job keeps its nodes if possible. */
  private void place(List<S> moving) {
    moving.forEach(seeker -> seeker.resize(wanted(seeker)));
    for (S seeker : moving.stream().sorted(order).toList()) {
      if (!seeker.allocation().isNone()) {
        release(seeker);
        forgetRefusals();
      }
      seeker.settle(find(seeker).orElse(Allocation.NONE));
    }
  }

  /** A place in free resources, or else one that displaces lower ranks. */
  private Optional<Allocation> find(S seeker) {
    if (guests.isEmpty()) {
      return largest(seeker);
    }
    Optional<Allocation> undisturbed = find(seeker.job(), seeker.size(), refused);
    return undisturbed.isPresent() ? undisturbed : displacing(seeker);
  }

  /** Finds a place as if lower ranks held nothing, and displaces only jobs in its way. */
  private Optional<Allocation> displacing(S seeker) {
    Demand demand = seeker.job().spec().demand();
    guests.forEach(this::release);
    Optional<Allocation> alone = largest(seeker);
    alone.ifPresent(place -> left.give(place, demand));
    guests.forEach(guest -> left.take(guest.allocation(), guest.job().spec().demand()));
    if (alone.isEmpty() || take(seeker, alone.get())) {
      return alone;
    }
    Optional<Allocation> undisturbed = find(seeker.job(), alone.get().size(), refused);
    if (undisturbed.isPresent()) {
      return undisturbed;
    }
    guests.forEach(this::release);
    left.take(alone.get(), demand);
    readmit();
    return alone;
  }

  /** Places displaced jobs of lower ranks again. */
  private void readmit() {
    var staying = new ArrayList<S>(guests.size());
    for (S guest : guests) {
      if (take(guest, guest.allocation())) {
        staying.add(guest);
      } else {
        guest.settle(Allocation.NONE);
      }
    }
    guests = staying;
    refused.clear();
  }

  private void release(S seeker) {
    left.give(seeker.allocation(), seeker.job().spec().demand());
  }

  /** Takes a place if it is still free. */
  private boolean take(S seeker, Allocation place) {
    Demand demand = seeker.job().spec().demand();
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
  private Optional<Allocation> largest(S seeker) {
    Job job = seeker.job();
    Size held = job.allocation().size();
    Optional<Allocation> wanted = find(job, seeker.size(), refusedAlone);
    if (wanted.isPresent()) {
      return wanted;
    }
    boolean maySettle = job.holdsResources() && isWithin(held, seeker.size());
    for (Size size : seeker.smaller()) {
      if (maySettle && isWithin(size, held)) {
        break;
      }
      Optional<Allocation> place = find(job, size, refusedAlone);
      if (place.isPresent()) {
        return place;
      }
    }
    return held(seeker).or(() -> smaller(seeker));
  }

  private Optional<Allocation> smaller(S seeker) {
    for (Size size : seeker.smaller()) {
      Optional<Allocation> place = find(seeker.job(), size, refusedAlone);
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
  private Optional<Allocation> held(S seeker) {
    Job job = seeker.job();
    return job.spec().bounds().allows(job.allocation().size()) && take(seeker, job.allocation())
        ? Optional.of(job.allocation())
        : Optional.empty();
  }

  private Optional<Allocation> find(Job job, Size size, Set<Request> known) {
    var request = new Request(job.spec().demand(), size);
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
