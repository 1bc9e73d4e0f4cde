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
final class WholeTasks {
  /** What the remainder of a queue that holds the task counts more, in tasks. */
  private static final double MARGIN = 0.25;

  private static final double ROUNDING = 1e-9;

  /**
   * What a queue may hold and what it holds.
   *
   * @param column the resource in which its share is counted
   * @param task the amount of that resource that its smallest worker takes
   */
  record Standing(String queue, int column, double task, double entitled, double held) {
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

    private double claim() {
      return remainder() + (holdsOneMore() ? MARGIN : 0);
    }

    private Kind kind() {
      return new Kind(column, task);
    }
  }

  private record Kind(int column, double task) {}

  private final List<Standing> standings;
  private final Predicate<Standing> givesExactly;

  /** Queues that keep their last task, or cannot give up one task. */
  private final Set<Standing> keepers = new LinkedHashSet<>();

  private WholeTasks(List<Standing> standings, Predicate<Standing> givesExactly) {
    this.standings = standings;
    this.givesExactly = givesExactly;
    standings.stream()
        .filter(standing -> standing.holdsOneMore() && standing.floor() == 0)
        .forEach(keepers::add);
  }

  /**
   * The rounded shares.
   *
   * @param givesExactly whether the jobs of a queue can give up what exceeds its whole tasks, and
   *     nothing more
   */
  static Map<String, Double> of(List<Standing> standings, Predicate<Standing> givesExactly) {
    Map<String, Double> rounded = new HashMap<>();
    standings.stream()
        .collect(Collectors.groupingBy(Standing::kind))
        .values()
        .forEach(alike -> rounded.putAll(new WholeTasks(alike, givesExactly).rounded()));
    return Map.copyOf(rounded);
  }

  private Map<String, Double> rounded() {
    while (true) {
      List<Standing> withOneMore = withOneMore();
      boolean isMoving = withOneMore.stream().anyMatch(standing -> !standing.holdsOneMore());
      Optional<Standing> keeper =
          standings.stream()
              .filter(standing -> isMoving && standing.holdsOneMore())
              .filter(standing -> !withOneMore.contains(standing))
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
  private List<Standing> withOneMore() {
    double remainders = standings.stream().mapToDouble(Standing::remainder).sum();
    long all = tasks(remainders);
    long held = Math.max(0, tasks(standings.stream().mapToDouble(Standing::tasksBeyond).sum()));
    List<Standing> byClaim =
        standings.stream()
            .filter(standing -> standing.remainder() > 0)
            .sorted(Comparator.comparingDouble(Standing::claim).reversed())
            .toList();
    Stream<Standing> without =
        byClaim.stream().filter(Standing::hasNone).limit(Math.max(0, all - held));
    return Stream.of(keepers.stream(), without, byClaim.stream())
        .flatMap(each -> each)
        .distinct()
        .limit(all)
        .toList();
  }

  private static long tasks(double number) {
    return (long) Math.floor(number + ROUNDING);
  }

  private Map<String, Double> shares(Set<Standing> withOneMore) {
    return standings.stream()
        .collect(
            Collectors.toMap(
                Standing::queue,
                standing ->
                    standing.floor() + (withOneMore.contains(standing) ? standing.task() : 0)));
  }
}
