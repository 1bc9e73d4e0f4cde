package dev.ductile.runtime.balance;

import dev.ductile.runtime.balance.Shares.AtHand;
import dev.ductile.runtime.balance.Shares.Gives;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Divides things of different weights among members: the heaviest as {@link Shares} divides them,
 * and the lighter ones to the member with the least weight. Two members then differ by at most the
 * heaviest thing, and a lighter thing moves only if that makes their difference smaller.
 */
public final class WeighedShares {
  private final List<Long> weights;
  private final List<Integer> members;
  private final AtHand atHand;
  private final Integer[] owners;
  private final Map<Integer, Long> loads = new HashMap<>();
  private final List<Integer> light;

  private WeighedShares(
      List<Integer> owners, List<Long> weights, List<Integer> members, AtHand atHand) {
    this.weights = weights;
    this.members = members;
    this.atHand = atHand;
    this.owners = owners.toArray(Integer[]::new);
    long most = weights.stream().mapToLong(weight -> weight).max().orElse(0);
    members.forEach(member -> loads.put(member, 0L));
    dealHeavy(things(thing -> weights.get(thing) == most));
    light =
        things(thing -> weights.get(thing) < most).stream()
            .sorted(Comparator.comparing((Integer thing) -> weights.get(thing)).reversed())
            .toList();
  }

  /** A condition on things. */
  private interface Fit {
    boolean fits(int thing);
  }

  private List<Integer> things(Fit fit) {
    return IntStream.range(0, owners.length).filter(fit::fits).boxed().toList();
  }

  /**
   * The new owner of each thing.
   *
   * @param owners the old owner of each thing; one that is no member has left, or never was one
   * @param weights of each thing
   * @param members in the order in which they are considered, at least one
   */
  public static List<Integer> deal(
      List<Integer> owners, List<Long> weights, List<Integer> members, AtHand atHand) {
    if (weights.size() != owners.size()) {
      throw new IllegalArgumentException(
          "%d things have %d weights".formatted(owners.size(), weights.size()));
    }
    var shares = new WeighedShares(owners, weights, members, atHand);
    shares.dealLight();
    shares.even();
    return List.of(shares.owners);
  }

  private void dealHeavy(List<Integer> heavy) {
    List<Integer> before = heavy.stream().map(thing -> owners[thing]).toList();
    List<Integer> after =
        Shares.deal(
            before,
            members,
            Gives.FIRST,
            (member, number) -> atHand.has(member, heavy.get(number)));
    for (int number = 0; number < heavy.size(); number++) {
      give(heavy.get(number), after.get(number));
    }
  }

  private void give(int thing, int member) {
    owners[thing] = member;
    loads.merge(member, weights.get(thing), Long::sum);
  }

  private long load(int member) {
    return loads.getOrDefault(member, 0L);
  }

  /** Each stays at its owner; a thing without an owner goes to the member with the least weight. */
  private void dealLight() {
    light.stream()
        .filter(thing -> loads.containsKey(owners[thing]))
        .forEach(thing -> give(thing, owners[thing]));
    for (int thing : light) {
      if (!loads.containsKey(owners[thing])) {
        give(
            thing,
            members.stream()
                .min(
                    Comparator.comparingLong(this::load)
                        .thenComparing(member -> !atHand.has(member, thing)))
                .orElseThrow());
      }
    }
  }

  /** Each move makes the difference of two members smaller, so the loop ends. */
  private void even() {
    Optional<Integer> moved = Optional.of(0);
    for (int moves = 0; moved.isPresent() && moves < 4 * light.size(); moves++) {
      int most = members.stream().max(Comparator.comparingLong(this::load)).orElseThrow();
      int least = members.stream().min(Comparator.comparingLong(this::load)).orElseThrow();
      moved = best(most, load(most) - load(least));
      moved.ifPresent(thing -> {
        loads.merge(most, -weights.get(thing), Long::sum);
        give(thing, least);
      });
    }
  }

  /** The thing whose move leaves the smallest difference. */
  private Optional<Integer> best(int from, long difference) {
    return light.stream()
        .filter(thing -> owners[thing] == from && weights.get(thing) > 0)
        .filter(thing -> weights.get(thing) < difference)
        .min(Comparator.comparingLong(thing -> Math.abs(difference - 2 * weights.get(thing))));
  }
}
