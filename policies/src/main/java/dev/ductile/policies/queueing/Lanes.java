package dev.ductile.policies.queueing;

import java.util.HashMap;
import java.util.Map;

/** The next free turns at both ends of each queue's two parts, those who run and those who wait. */
final class Lanes {
  /** One list: the jobs of one priority on one level. */
  private record Lane(int priority, int level) {}

  private final Ranking ranking;
  private final Map<Lane, Long> running = new HashMap<>();
  private final Map<Lane, Long> first = new HashMap<>();
  private final Map<Lane, Long> last = new HashMap<>();

  Lanes(Ranking ranking) {
    this.ranking = ranking;
  }

  /** The turn after all who run. */
  long nextToRun(int priority, int level) {
    var lane = new Lane(priority, level);
    long turn = running.computeIfAbsent(lane, this::lastRunning) + 1;
    running.put(lane, turn);
    return turn;
  }

  /** The turn after all who wait. */
  long nextToLast(int priority, int level) {
    var lane = new Lane(priority, level);
    long turn = last.computeIfAbsent(lane, this::lastWaiting) + 1;
    last.put(lane, turn);
    return turn;
  }

  /** The turn before all who wait; who takes several takes them from the last to the first. */
  long nextToFirst(int priority, int level) {
    var lane = new Lane(priority, level);
    long turn = first.computeIfAbsent(lane, this::firstWaiting) - 1;
    first.put(lane, turn);
    return turn;
  }

  private long lastRunning(Lane lane) {
    long turn = QueueLevels.RUNS;
    for (Ranked ranked : ranking.running()) {
      turn = Math.max(turn, runningTurn(ranked, lane));
    }
    for (Ranked ranked : ranking.displaced()) {
      turn = Math.max(turn, runningTurn(ranked, lane));
    }
    return turn;
  }

  private static long runningTurn(Ranked ranked, Lane lane) {
    return isIn(ranked, lane) && ranked.turn() < QueueLevels.WAITS
        ? ranked.turn()
        : QueueLevels.RUNS;
  }

  private long lastWaiting(Lane lane) {
    long turn = 0;
    for (Group group : ranking.groups()) {
      Ranked found = group.lastBefore(lane.priority(), lane.level() + 1, Long.MIN_VALUE);
      if (found != null && isIn(found, lane)) {
        turn = Math.max(turn, found.turn());
      }
    }
    return turn;
  }

  private long firstWaiting(Lane lane) {
    long turn = 0;
    for (Group group : ranking.groups()) {
      Ranked found = group.firstFrom(lane.priority(), lane.level(), QueueLevels.WAITS);
      if (found != null && isIn(found, lane)) {
        turn = Math.min(turn, found.turn());
      }
    }
    return turn;
  }

  private static boolean isIn(Ranked ranked, Lane lane) {
    return ranked.priority() == lane.priority() && (int) ranked.key() == lane.level();
  }
}
