package dev.ductile.policies.sizing;

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
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds places for jobs whose sizes are settled, one rank after the other. A job that has its size
 * already, or is to grow, keeps its room, unless a job of a higher rank finds none elsewhere. The
 * others are placed, the largest first unless the policy says otherwise; a job that finds no room
 * at its size takes the largest that fits, or stays as it is. Only where moves are free, and only
 * if more jobs have their sizes by it, all of a rank are placed anew.
 */
public final class PlacementPass<S extends Placeable> {
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

  /** The same where lower ranks hold nothing. */
  private final Set<Ask> refusedAlone = new HashSet<>();

  private final Free left;

  /** The size that each is to have, whatever it has meanwhile. */
  private final IdentityHashMap<S, Size> wanted = new IdentityHashMap<>();

  /** Those of lower ranks that have their room for as long as nobody higher needs it. */
  private List<S> guests = List.of();

  /**
   * @param order settles between jobs of one size
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
    this.left = Free.of(cluster);
  }

  /** Whether nothing is lost by moving jobs that run. */
  public static boolean isFree(Cluster cluster) {
    for (int i = 0; i < cluster.running().size(); i++) {
      if (!cluster.running().get(i).pause().isZero()) {
        return false;
      }
    }
    return true;
  }

  /** Settles all, and says who had to be placed; the others stay where they were. */
  public List<S> settle(List<S> seekers) {
    List<S> wanting = wanting(seekers);
    stay(wanting);
    return settleRank(wanting);
  }

  /** Settles rank after rank, the highest first. */
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

  /** Finds a place of this size for somebody who waits, in what nobody has once all are settled. */
  void offer(S seeker, Size size) {
    Allocation held = seeker.job().allocation();
    Optional<Allocation> place =
        held.size().equals(size) && take(seeker, held)
            ? Optional.of(held)
            : find(seeker.job(), size, refusedAlone);
    place.ifPresent(seeker::settle);
  }

  /** What nobody has when all are settled. */
  public Free left() {
    return left;
  }

  private List<S> wanting(List<S> seekers) {
    List<S> wanting = seekers.stream().filter(seeker -> !seeker.size().isNone()).toList();
    wanting.forEach(seeker -> wanted.put(seeker, seeker.size()));
    return wanting;
  }

  /** Those who can stay as they are, and those who are to grow, have their room from here on. */
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

  /** Places all of a rank anew; false, and all is as before, if no more have their sizes by it. */
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

  /** A guest that had to leave for nothing has its room again. */
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

  /** Lets jobs go back to their old places; one that does may make room for another. */
  private void goBackAll(List<S> seekers) {
    boolean isAny = true;
    for (int pass = 0; isAny && pass < seekers.size(); pass++) {
      isAny = false;
      for (S seeker : seekers) {
        isAny |= goBack(seeker);
      }
    }
  }

  /** Goes back to where it was, if it has the same size and its room is still there. */
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

  /** Finds a place for each of these; one that is to grow looks for it from where it is. */
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

  /** A place where it disturbs nobody, or else one that it takes from lower ranks. */
  private Optional<Allocation> find(S seeker) {
    if (guests.isEmpty()) {
      return largest(seeker);
    }
    Optional<Allocation> undisturbed = find(seeker.job(), seeker.size(), refused);
    return undisturbed.isPresent() ? undisturbed : displacing(seeker);
  }

  /** Looks for a place as if lower ranks held nothing, and disturbs them only if it must. */
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

  /** Who of lower ranks has lost its place is to look for another one. */
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

  /** Takes a place if nobody else has taken of it. */
  private boolean take(S seeker, Allocation place) {
    Demand demand = seeker.job().spec().demand();
    if (!left.fits(place, demand)) {
      return false;
    }
    left.take(place, demand);
    return true;
  }

  /**
   * The largest size up to the wanted one that finds room; what the job holds, where that is as
   * large, or where nothing else is found.
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

  /** What the job holds, if that is legal and nobody has taken it meanwhile. */
  private Optional<Allocation> held(S seeker) {
    Job job = seeker.job();
    return job.spec().bounds().allows(job.allocation().size()) && take(seeker, job.allocation())
        ? Optional.of(job.allocation())
        : Optional.empty();
  }

  private Optional<Allocation> find(Job job, Size size, Set<Ask> known) {
    var ask = new Ask(job.spec().demand(), size);
    if (known.contains(ask)) {
      return Optional.empty();
    }
    Optional<Allocation> place = placement.place(job, size, left);
    if (place.isEmpty()) {
      known.add(ask);
    }
    return place;
  }
}
