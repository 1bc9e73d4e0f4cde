package dev.ductile.answers.why;

import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.ReasonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The waiting jobs of one queue in the order in which they come: by the positions in the reasons of
 * the policy, or by priority and arrival if the policy has no order.
 */
final class QueuePosition {
  /** In a longer queue only the place of the asked job is by its reason. */
  private static final int MOST_RANKED = 1_000;

  private static final Comparator<Job> TURN =
      Comparator.comparingInt((Job job) -> -job.spec().priority()).thenComparingLong(Job::arrival);

  private final Job job;
  private final List<Job> ordered;

  private QueuePosition(Job job, List<Job> ordered) {
    this.job = job;
    this.ordered = ordered;
  }

  static QueuePosition of(WaitingJob waiting) {
    Job job = waiting.job();
    var jobs = new ArrayList<Job>();
    for (Job other : waiting.cluster().waiting()) {
      if (other.spec().queue().equals(job.spec().queue())) {
        jobs.add(other);
      }
    }
    var places = new HashMap<Long, Long>();
    if (jobs.size() <= MOST_RANKED) {
      jobs.forEach(other -> place(waiting.plan(), other, places));
    }
    Comparator<Job> byPlan =
        Comparator.comparingLong(other -> places.getOrDefault(other.arrival(), Long.MAX_VALUE));
    jobs.sort(places.containsKey(job.arrival()) ? byPlan.thenComparing(TURN) : TURN);
    return new QueuePosition(job, jobs);
  }

  /** The place of a job among all waiting jobs, as its reason names it. */
  private static void place(Plan plan, Job job, Map<Long, Long> places) {
    Map<String, Object> values = plan.reasons().why(job).values();
    Object position = values.get(ReasonValue.POSITION.key());
    Object ahead = values.get(ReasonValue.AHEAD.key());
    if (position instanceof Long place) {
      places.put(job.arrival(), place - 1);
    } else if (ahead instanceof Long before) {
      places.put(job.arrival(), before);
    }
  }

  /** The number of waiting jobs of the queue. */
  int count() {
    return ordered.size();
  }

  /** Its place, from 1. */
  int position() {
    return ahead().size() + 1;
  }

  /** The jobs before it, the next to start first. */
  List<Job> ahead() {
    int at = 0;
    while (at < ordered.size() && ordered.get(at).arrival() != job.arrival()) {
      at++;
    }
    return ordered.subList(0, at);
  }
}
