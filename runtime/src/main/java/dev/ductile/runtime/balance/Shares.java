package dev.ductile.runtime.balance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Divides things among members so that the numbers of two members differ by at most one, with as
 * few moves as in the paper's figures (Wang et al., "Elastic Parameter Server", TPDS 2022, Figures
 * 6, 8, 11 and 12): a member with too few gets the larger share first.
 */
public final class Shares {
  /** The things that a member gives away first. */
  public enum Gives {
    FIRST,
    LAST
  }

  /** Whether a member has a thing at hand, so that getting it costs nothing. */
  @FunctionalInterface
  public interface AtHand {
    boolean has(int member, int thing);
  }

  private final List<Integer> owners;
  private final List<Integer> members;
  private final AtHand atHand;
  private final Map<Integer, List<Integer>> held = new HashMap<>();
  private final Map<Integer, Integer> room = new HashMap<>();

  private Shares(List<Integer> owners, List<Integer> members, AtHand atHand) {
    this.owners = new ArrayList<>(owners);
    this.members = members;
    this.atHand = atHand;
    members.forEach(member -> held.put(member, new ArrayList<>()));
    for (int thing = 0; thing < owners.size(); thing++) {
      held.getOrDefault(owners.get(thing), new ArrayList<>()).add(thing);
    }
  }

  /**
   * The new owner of each thing.
   *
   * @param owners the old owner of each thing; one that is no member has left, or never was one
   * @param members in the order in which they are considered, at least one
   */
  public static List<Integer> deal(
      List<Integer> owners, List<Integer> members, Gives gives, AtHand atHand) {
    if (members.isEmpty() || members.stream().distinct().count() < members.size()) {
      throw new IllegalArgumentException("different members are needed, not " + members);
    }
    return List.copyOf(new Shares(owners, members, atHand).deal(gives));
  }

  private List<Integer> deal(Gives gives) {
    quotas().forEach((member, quota) -> room.put(member, quota - load(member)));
    List<Integer> pool = new ArrayList<>(orphans());
    for (int member : members) {
      List<Integer> given = giveUp(member, gives);
      pool.addAll(given);
      room.merge(member, given.size(), Integer::sum);
    }
    pool.sort(Comparator.naturalOrder());
    handOut(handOutAtHand(pool));
    return owners;
  }

  private int load(int member) {
    return held.getOrDefault(member, List.of()).size();
  }

  private int room(int member) {
    return room.getOrDefault(member, 0);
  }

  private Map<Integer, Integer> quotas() {
    int least = owners.size() / members.size();
    int larger = owners.size() % members.size();
    List<Integer> order = new ArrayList<>(members);
    order.sort(
        Comparator.comparing((Integer member) -> load(member) >= least)
            .thenComparingInt(member -> -load(member))
            .thenComparingLong(member -> -orphansAtHand(member)));
    var quotas = new HashMap<Integer, Integer>();
    for (int i = 0; i < order.size(); i++) {
      quotas.put(order.get(i), i < larger ? least + 1 : least);
    }
    return quotas;
  }

  private List<Integer> orphans() {
    return IntStream.range(0, owners.size())
        .filter(thing -> !held.containsKey(owners.get(thing)))
        .boxed()
        .toList();
  }

  private long orphansAtHand(int member) {
    return orphans().stream().filter(thing -> atHand.has(member, thing)).count();
  }

  /**
   * The things that a member has too many of, preferably those that another member with room has at
   * hand.
   */
  private List<Integer> giveUp(int member, Gives gives) {
    int tooMany = Math.max(0, -room(member));
    List<Integer> mine = held.getOrDefault(member, List.of());
    List<Integer> order = gives == Gives.FIRST ? mine : mine.reversed();
    Map<Boolean, List<Integer>> byWelcome =
        order.stream().collect(Collectors.partitioningBy(this::isWelcome));
    return Stream.of(true, false)
        .flatMap(welcome -> byWelcome.getOrDefault(welcome, List.of()).stream())
        .limit(tooMany)
        .toList();
  }

  private boolean isWelcome(int thing) {
    return members.stream().anyMatch(other -> room(other) > 0 && atHand.has(other, thing));
  }

  private List<Integer> handOutAtHand(List<Integer> pool) {
    var rest = new ArrayList<Integer>();
    for (int thing : pool) {
      members.stream()
          .filter(member -> room(member) > 0 && atHand.has(member, thing))
          .max(Comparator.comparingInt(this::room))
          .ifPresentOrElse(member -> give(thing, member), () -> rest.add(thing));
    }
    return rest;
  }

  private void handOut(List<Integer> pool) {
    int next = 0;
    for (int thing : pool) {
      while (room(members.get(next % members.size())) <= 0) {
        next++;
      }
      give(thing, members.get(next % members.size()));
      next++;
    }
  }

  private void give(int thing, int member) {
    owners.set(thing, member);
    room.merge(member, -1, Integer::sum);
  }
}
