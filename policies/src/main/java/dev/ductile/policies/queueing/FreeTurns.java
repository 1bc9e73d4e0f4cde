package dev.ductile.policies.queueing;

import java.util.HashMap;
import java.util.Map;

/** The next free turns at both ends of each queue's two parts: the running and the waiting jobs. */
final class FreeTurns {
  /** The jobs of one priority on one level. */
  private record QueueKey(int priority, int level) {}

  private final Ranking ranking;
  private final Map<QueueKey, Turn> running = new HashMap<>();
  private final Map<QueueKey, Turn> first = new HashMap<>();
  private final Map<QueueKey, Turn> last = new HashMap<>();

  /** The last turn that was taken at one end; a decision takes one for each job that it starts. */
  private static final class Turn {
    private long taken;

    private Turn(long taken) {
      this.taken = taken;
    }
  }

  FreeTurns(Ranking ranking) {
    this.ranking = ranking;
  }

  /** The turn after all running jobs. */
  long nextToRun(int priority, int level) {
    return ++running.computeIfAbsent(new QueueKey(priority, level), this::lastRunning).taken;
  }

  /** The turn after all waiting jobs. */
  long nextToLast(int priority, int level) {
    return ++last.computeIfAbsent(new QueueKey(priority, level), this::lastWaiting).taken;
  }

  /** The turn before all waiting jobs; a caller that needs several assigns the last job first. */
  long nextToFirst(int priority, int level) {
    return --first.computeIfAbsent(new QueueKey(priority, level), this::firstWaiting).taken;
  }

  private Turn lastRunning(QueueKey key) {
    long turn = QueueLevels.RUNS;
    for (Ranked ranked : ranking.running()) {
      turn = Math.max(turn, runningTurn(ranked, key));
    }
    for (Ranked ranked : ranking.displaced()) {
      turn = Math.max(turn, runningTurn(ranked, key));
    }
    return new Turn(turn);
  }

  private static long runningTurn(Ranked ranked, QueueKey key) {
    return isIn(ranked, key) && ranked.turn() < QueueLevels.WAITS
        ? ranked.turn()
        : QueueLevels.RUNS;
  }

  private Turn lastWaiting(QueueKey key) {
    long turn = 0;
    for (Group group : ranking.groups()) {
      Ranked found = group.lastBefore(key.priority(), key.level() + 1, Long.MIN_VALUE);
      if (found != null && isIn(found, key)) {
        turn = Math.max(turn, found.turn());
      }
    }
    return new Turn(turn);
  }

  private Turn firstWaiting(QueueKey key) {
    long turn = 0;
    for (Group group : ranking.groups()) {
      Ranked found = group.firstFrom(key.priority(), key.level(), QueueLevels.WAITS);
      if (found != null && isIn(found, key)) {
        turn = Math.min(turn, found.turn());
      }
    }
    return new Turn(turn);
  }

  private static boolean isIn(Ranked ranked, QueueKey key) {
    return ranked.priority() == key.priority() && (int) ranked.key() == key.level();
  }
}
