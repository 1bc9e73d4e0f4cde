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
 * The order of queues by attained service, each of them a list in which those who run stand before
 * those who wait. A {@link QueueLevel} notes the list that a job is in, and its turn there:
 *
 * <ul>
 *   <li>who runs has a turn below {@link #WAITS}, counted upwards from {@link #RUNS};
 *   <li>who has just been stopped stands first of those who wait, so it is counted downwards from
 *       0;
 *   <li>who has never run here, as new jobs have not, has turn 0, and its arrival settles the rest;
 *   <li>who came down from the queue above and found no room stands last, so it is counted upwards.
 * </ul>
 */
final class QueueLevels implements QueueOrder {
  /** The turn of the first of those who run. */
  static final long RUNS = -(1L << 62);

  /** All turns from this one on belong to those who wait. */
  static final long WAITS = -(1L << 61);

  /** Service that is short of a limit by no more than this has reached it. */
  private static final double ROUNDING = 1e-6;

  private final List<Double> limits;
  private final Notebook<QueueLevel> notebook;

  /** The jobs that come down a level in this decision, by arrival. */
  private final Map<Long, QueueLevel> descending;

  /** The last answer of {@link #noted}: a ranking asks several questions about one job in a row. */
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

  /** The job's last place. */
  @SuppressWarnings("ReferenceEquality") // another but equal job is read again
  QueueLevel noted(Job job) {
    if (lastRead != job) {
      lastNoted = notebook.read(job, QueueLevel.NEW);
      lastRead = job;
    }
    return lastNoted;
  }

  /** The order in which jobs that have used up their level stand last in the next. */
  QueueLevels descending(Ranking ranking, Instant now) {
    var down = new HashMap<Long, QueueLevel>();
    var lanes = new Lanes(ranking);
    for (Ranked ranked : ranking.running()) {
      Job job = ranked.job();
      int level = level(job, now);
      if (level < limits.size() && reaches(job.serviceAt(now), limits.get(level))) {
        long turn = lanes.nextToLast(ranked.priority(), level + 1);
        down.put(job.arrival(), new QueueLevel(level + 1, turn));
      }
    }
    return down.isEmpty() ? this : new QueueLevels(limits, notebook, down);
  }

  @Override
  public String criterion() {
    return "queue and attained service";
  }

  @Override
  public double key(Job job, Instant now) {
    QueueLevel down = descent(job);
    return down.equals(QueueLevel.NEW) ? level(job, now) : down.level();
  }

  @Override
  public long turn(Job job) {
    QueueLevel down = descent(job);
    if (!down.equals(QueueLevel.NEW)) {
      return down.turn();
    }
    QueueLevel noted = noted(job);
    return noted.equals(QueueLevel.NEW) && job.holdsResources() ? RUNS : noted.turn();
  }

  @Override
  public boolean isDisplaced(Job waiting) {
    return noted(waiting).turn() < WAITS;
  }

  @Override
  public Phrase value(Job job, Instant now) {
    return Phrase.of(
        "queue {level} of {levels}, {service} of one device so far",
        (int) key(job, now) + 1,
        limits.size() + 1,
        QueueOrder.span(job.serviceAt(now)));
  }

  /** How long until a job on so many devices has used up a level: whole seconds of running. */
  double secondsToFall(Job job, double devices, int level, Instant now) {
    if (level >= limits.size()) {
      return Double.POSITIVE_INFINITY;
    }
    double run = job.serviceAt(now) / devices;
    double left = Math.ceil(limits.get(level) / devices) - run;
    return left > ROUNDING ? left : 1;
  }

  /** A job that no queue has seen yet belongs where its service puts it. */
  private int level(Job job, Instant now) {
    QueueLevel noted = noted(job);
    if (!noted.equals(QueueLevel.NEW)) {
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
