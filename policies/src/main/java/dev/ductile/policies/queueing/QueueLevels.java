package dev.ductile.policies.queueing;

import dev.ductile.api.Job;
import dev.ductile.api.Notebook;
import dev.ductile.api.Phrase;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The order of several queues by attained service. In each queue, running jobs come before waiting
 * jobs. A {@link QueueLevel} is a job's queue and its turn there:
 *
 * <ul>
 *   <li>a running job has a turn below {@link #WAITS}, counted upwards from {@link #RUNS};
 *   <li>a job that has just been stopped comes first among waiting jobs, so its turn is counted
 *       downwards from 0;
 *   <li>a job that has never run here, such as a new one, has turn 0, and its arrival decides;
 *   <li>a job that was demoted from the queue above and found no place comes last, so its turn is
 *       counted upwards.
 * </ul>
 */
final class QueueLevels implements QueueOrder {
  /** The turn of the first running job. */
  static final long RUNS = -(1L << 62);

  /** Turns of waiting jobs start here. */
  static final long WAITS = -(1L << 61);

  /** Service within this distance of a limit has reached it. */
  private static final double ROUNDING = 1e-6;

  private final List<Double> limits;
  private final Notebook<QueueLevel> notebook;

  /** The jobs that are demoted in this decision, by arrival. */
  private final Map<Long, QueueLevel> descending;

  /**
   * The last answer of {@link #noted}: a ranking reads the note of one job several times in a row.
   */
  private @Nullable Job lastRead;

  private QueueLevel lastNoted = QueueLevel.NEW;

  private QueueLevels(
      List<Double> limits, Notebook<QueueLevel> notebook, Map<Long, QueueLevel> descending) {
    this.limits = limits;
    this.notebook = notebook;
    this.descending = descending;
  }

  static QueueLevels of(List<Double> limits, Notebook<QueueLevel> notebook) {
    return new QueueLevels(limits, notebook, Map.of());
  }

  @SuppressWarnings("ReferenceEquality") // an equal copy is read again
  private QueueLevel noted(Job job) {
    if (lastRead != job) {
      lastNoted = notebook.read(job, QueueLevel.NEW);
      lastRead = job;
    }
    return lastNoted;
  }

  /** The order after demotion: jobs that have used up their level come last in the next queue. */
  QueueLevels descending(Ranking ranking, Instant now) {
    var down = new HashMap<Long, QueueLevel>();
    var turns = new FreeTurns(ranking);
    for (Ranked ranked : ranking.running()) {
      Job job = ranked.job();
      int level = level(ranked.noted(notebook), job, now);
      if (level < limits.size() && reaches(job.serviceAt(now), limits.get(level))) {
        long turn = turns.nextToLast(ranked.priority(), level + 1);
        down.put(job.arrival(), new QueueLevel(level + 1, turn));
      }
    }
    return down.isEmpty() ? this : new QueueLevels(limits, notebook, down);
  }

  @Override
  public String criterion() {
    return "level of attained service";
  }

  @Override
  public double key(Job job, Instant now) {
    QueueLevel down = descent(job);
    return down.isNew() ? level(job, now) : down.level();
  }

  @Override
  public long turn(Job job) {
    QueueLevel down = descent(job);
    if (!down.isNew()) {
      return down.turn();
    }
    QueueLevel noted = noted(job);
    return noted.isNew() && job.holdsResources() ? RUNS : noted.turn();
  }

  @Override
  public boolean isDisplaced(Job waiting) {
    return noted(waiting).turn() < WAITS;
  }

  @Override
  public Phrase value(Job job, Instant now) {
    return Phrase.of(
        "level {level} of {levels}, {service} of device time so far",
        (int) key(job, now) + 1,
        limits.size() + 1,
        QueueOrder.span(job.serviceAt(now)));
  }

  /**
   * Seconds until a job on this many devices has used up its level, rounded up to whole seconds of
   * running.
   */
  double secondsToFall(Job job, double devices, int level, Instant now) {
    if (level >= limits.size()) {
      return Double.POSITIVE_INFINITY;
    }
    double run = job.serviceAt(now) / devices;
    double left = Math.ceil(limits.get(level) / devices) - run;
    return left > ROUNDING ? left : 1;
  }

  /** The level of a job; a job without a note gets the level of its service. */
  private int level(Job job, Instant now) {
    return level(noted(job), job, now);
  }

  private int level(QueueLevel noted, Job job, Instant now) {
    if (!noted.isNew()) {
      return Math.min(noted.level(), limits.size());
    }
    double service = job.serviceAt(now);
    int level = 0;
    while (level < limits.size() && reaches(service, limits.get(level))) {
      level++;
    }
    return level;
  }

  private QueueLevel descent(Job job) {
    return descending.isEmpty()
        ? QueueLevel.NEW
        : descending.getOrDefault(job.arrival(), QueueLevel.NEW);
  }

  private static boolean reaches(double service, double limit) {
    return service >= limit - ROUNDING;
  }
}
