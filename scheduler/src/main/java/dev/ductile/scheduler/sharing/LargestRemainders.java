package dev.ductile.scheduler.sharing;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rounds the shares of queues to whole tasks by the method of largest remainders. Each queue may
 * have the whole tasks within its share; the tasks that remain go to the queues with the largest
 * remainders. A queue that holds such a task keeps it, unless another remainder is larger by a
 * margin. No queue gives up its last task for a remainder.
 */
final class LargestRemainders {
  /** What the remainder of a queue that holds the task counts more, in tasks. */
  private static final double MARGIN = 0.25;

  private static final double ROUNDING = 1e-9;

  /**
   * The share of a queue before it is rounded, and the amount that the queue holds.
   *
   * @param column the position of the dominant resource of the queue
   * @param task the amount of that resource that its smallest worker takes
   */
  record Share(String queue, int column, double task, double entitled, double held) {
    /** The largest amount of whole tasks within its share. */
    double floor() {
      return task * tasks(entitled / task);
    }

    /** The part of a task by which its share exceeds whole tasks. */
    double remainder() {
      return Math.max(0, (entitled - floor()) / task);
    }

    /**
     * The tasks that it holds beyond the whole tasks within its share; negative if it has fewer.
     */
    double tasksBeyond() {
      return (held - floor()) / task;
    }

    boolean holdsOneMore() {
      return tasksBeyond() >= 1 - ROUNDING;
    }

    boolean hasNone() {
      return floor() == 0 && !holdsOneMore();
    }

    /** The remainder with the margin of a queue that holds the task. */
    private double weighed() {
      return remainder() + (holdsOneMore() ? MARGIN : 0);
    }

    private Exchangeable exchangeable() {
      return new Exchangeable(column, task);
    }
  }

  /** Shares of one kind are rounded among each other, as their tasks could change places. */
  private record Exchangeable(int column, double task) {}

  private final List<Share> shares;
  private final Predicate<Share> givesExactly;

  /** Queues that keep their last task, or cannot give up one task. */
  private final Set<Share> keepers = new LinkedHashSet<>();

  private LargestRemainders(List<Share> shares, Predicate<Share> givesExactly) {
    this.shares = shares;
    this.givesExactly = givesExactly;
    shares.stream()
        .filter(share -> share.holdsOneMore() && share.floor() == 0)
        .forEach(keepers::add);
  }

  /**
   * The rounded shares.
   *
   * @param givesExactly whether the jobs of a queue can give up what exceeds its whole tasks, and
   *     nothing more
   */
  static Map<String, Double> of(List<Share> shares, Predicate<Share> givesExactly) {
    Map<String, Double> rounded = new HashMap<>();
    shares.stream()
        .collect(Collectors.groupingBy(Share::exchangeable))
        .values()
        .forEach(alike -> rounded.putAll(new LargestRemainders(alike, givesExactly).rounded()));
    return Map.copyOf(rounded);
  }

  private Map<String, Double> rounded() {
    while (true) {
      List<Share> withOneMore = withOneMore();
      boolean isMoving = withOneMore.stream().anyMatch(share -> !share.holdsOneMore());
      Optional<Share> keeper =
          shares.stream()
              .filter(share -> isMoving && share.holdsOneMore())
              .filter(share -> !withOneMore.contains(share))
              .filter(givesExactly.negate())
              .findFirst();
      if (keeper.isEmpty()) {
        return shares(Set.copyOf(withOneMore));
      }
      keepers.add(keeper.get());
    }
  }

  /**
   * The queues that are to have one task more than the whole tasks within their shares. Tasks that
   * no queue holds go first to queues that have none. What these queues hold beyond all of their
   * shares is no reason to keep it: a queue of other tasks may need it.
   */
  private List<Share> withOneMore() {
    double remainders = shares.stream().mapToDouble(Share::remainder).sum();
    long all = tasks(remainders);
    long held = Math.max(0, tasks(shares.stream().mapToDouble(Share::tasksBeyond).sum()));
    List<Share> byRemainder =
        shares.stream()
            .filter(share -> share.remainder() > 0)
            .sorted(Comparator.comparingDouble(Share::weighed).reversed())
            .toList();
    Stream<Share> without =
        byRemainder.stream().filter(Share::hasNone).limit(Math.max(0, all - held));
    return Stream.of(keepers.stream(), without, byRemainder.stream())
        .flatMap(each -> each)
        .distinct()
        .limit(all)
        .toList();
  }

  private static long tasks(double number) {
    return (long) Math.floor(number + ROUNDING);
  }

  private Map<String, Double> shares(Set<Share> withOneMore) {
    return shares.stream()
        .collect(
            Collectors.toMap(
                Share::queue,
                share -> share.floor() + (withOneMore.contains(share) ? share.task() : 0)));
  }
}
