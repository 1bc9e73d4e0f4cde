package dev.ductile.policies;

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

/** Queues by attained service, each first in, first out, with those who run before the others. */
final class Discretised implements Policy {
  private final Levels levels;
  private final Notebook<Level> notebook;
  private final Rules rules;
  private final Ranking ranking;

  Discretised(List<Double> limits, Notebook<Level> notebook, Placement placement) {
    this.levels = Levels.of(limits, notebook);
    this.notebook = notebook;
    this.rules = new Rules(true, true, Sizing.AS_ASKED, placement);
    this.ranking = new Ranking(levels, rules.sizing());
  }

  @Override
  public Plan decide(Cluster cluster) {
    ranking.update(cluster);
    Levels now = levels.descending(ranking, cluster.now());
    Awards awards = rules.serve(cluster, ranking, now);
    return new Plan(
        awards.grants(),
        notebook.write(places(awards)).toList(),
        nextFall(awards, now, cluster.now()),
        awards.isSettled(cluster),
        new Explanation(cluster, awards.grants(), now, rules));
  }

  /** The lists as they stand after the decision: those who run first, then those who wait. */
  private Map<JobId, Level> places(Awards awards) {
    var changed = new HashMap<JobId, Level>();
    var lanes = new Lanes(ranking);
    for (Ranked ranked : awards.winners()) {
      long turn =
          ranked.turn() < Levels.WAITS
              ? ranked.turn()
              : lanes.nextToRun(ranked.priority(), level(ranked));
      note(ranked, turn, changed);
    }
    for (Ranked ranked : stopped(changed).reversed()) {
      note(ranked, lanes.nextToFirst(ranked.priority(), level(ranked)), changed);
    }
    return changed;
  }

  /** Those who lose their place among those who run, in order; others keep the turn they have. */
  private List<Ranked> stopped(Map<JobId, Level> changed) {
    var stopped = new ArrayList<Ranked>();
    for (Ranked ranked : ranking.running()) {
      if (!ranked.isGranted(ranking.decision())) {
        if (ranked.turn() < Levels.WAITS) {
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

  private void note(Ranked ranked, long turn, Map<JobId, Level> changed) {
    Job job = ranked.job();
    Level noted = levels.noted(job);
    if (noted.turn() != turn || noted.level() != level(ranked)) {
      changed.put(job.id(), new Level(level(ranked), turn));
    }
  }

  private static Optional<Instant> nextFall(Awards awards, Levels levels, Instant now) {
    double soonest = Double.POSITIVE_INFINITY;
    for (Ranked ranked : awards.winners()) {
      soonest =
          Math.min(
              soonest,
              levels.secondsToFall(ranked.job(), ranked.group().devices(), level(ranked), now));
    }
    return Ordered.later(now, soonest);
  }

  private static int level(Ranked ranked) {
    return (int) ranked.key();
  }
}
