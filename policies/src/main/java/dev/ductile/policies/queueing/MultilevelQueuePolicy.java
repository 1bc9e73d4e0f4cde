package dev.ductile.policies.queueing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Notebook;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Several queues by attained service, each first in, first out, and within a queue the running jobs
 * before the waiting ones (a multilevel feedback queue).
 */
public final class MultilevelQueuePolicy implements Policy {
  private final QueueLevels levels;
  private final Notebook<QueueLevel> notebook;
  private final QueueDiscipline discipline;
  private final Ranking ranking;

  /**
   * Creates the policy.
   *
   * @param limits device-seconds of service after which a job falls to the next queue, in rising
   *     order
   * @param notebook the notes of the policy that uses this one
   */
  public MultilevelQueuePolicy(
      List<Double> limits, Notebook<QueueLevel> notebook, Placement placement) {
    this.levels = QueueLevels.of(limits, notebook);
    this.notebook = notebook;
    this.discipline = QueueDiscipline.preemptive(placement);
    this.ranking = new Ranking(levels, discipline.sizes());
  }

  @Override
  public Plan decide(Cluster cluster) {
    ranking.update(cluster);
    QueueLevels now = levels.descending(ranking, cluster.now());
    ServedJobs served = discipline.serve(cluster, ranking, now);
    return new Plan(
        served.grants(),
        notebook.write(places(served)).toList(),
        nextFall(served, now, cluster.now()),
        served.isSettled(cluster),
        QueueReasons.of(cluster, served.grants(), now, discipline));
  }

  /** The queues after the decision: running jobs first, then waiting jobs. */
  private Map<JobId, QueueLevel> places(ServedJobs served) {
    var changed = new HashMap<JobId, QueueLevel>();
    var turns = new FreeTurns(ranking);
    for (Ranked ranked : served.jobs()) {
      long turn =
          ranked.turn() < QueueLevels.WAITS
              ? ranked.turn()
              : turns.nextToRun(ranked.priority(), level(ranked));
      note(ranked, turn, changed);
    }
    for (Ranked ranked : stopped(changed).reversed()) {
      note(ranked, turns.nextToFirst(ranked.priority(), level(ranked)), changed);
    }
    return changed;
  }

  /** The jobs that are stopped by this decision, in order. Other jobs keep their turns. */
  private List<Ranked> stopped(Map<JobId, QueueLevel> changed) {
    var stopped = new ArrayList<Ranked>();
    for (Ranked ranked : ranking.running()) {
      if (!ranked.isGranted(ranking.decision())) {
        if (ranked.turn() < QueueLevels.WAITS) {
          stopped.add(ranked);
        } else {
          note(ranked, ranked.turn(), changed);
        }
      }
    }
    for (Ranked ranked : ranking.displaced()) {
      if (!ranked.isGranted(ranking.decision())) {
        stopped.add(ranked);
      }
    }
    stopped.sort(Ranked.IN_ORDER);
    return stopped;
  }

  private void note(Ranked ranked, long turn, Map<JobId, QueueLevel> changed) {
    Job job = ranked.job();
    QueueLevel noted = ranked.noted(notebook);
    if (noted.turn() != turn || noted.level() != level(ranked)) {
      changed.put(job.id(), new QueueLevel(level(ranked), turn));
    }
  }

  private static Optional<Instant> nextFall(ServedJobs served, QueueLevels levels, Instant now) {
    double soonest = Double.POSITIVE_INFINITY;
    for (Ranked ranked : served.jobs()) {
      soonest =
          Math.min(
              soonest,
              levels.secondsToFall(ranked.job(), ranked.group().devices(), level(ranked), now));
    }
    return QueuePolicy.later(now, soonest);
  }

  private static int level(Ranked ranked) {
    return (int) ranked.key();
  }
}
