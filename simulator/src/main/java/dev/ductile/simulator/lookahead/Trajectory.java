package dev.ductile.simulator.lookahead;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Progress;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Speeds;
import dev.ductile.api.Violation;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The course of a rollout: when each job ended, and the last picture. A rollout waits only for jobs
 * whose speed is known, because only their ends can be predicted.
 */
public final class Trajectory implements SchedulerObserver {
  private final Set<JobId> awaited = new HashSet<>();
  private final Map<JobId, Instant> ends = new LinkedHashMap<>();
  private final Instant start;
  private Cluster last;
  private double endedSeconds;
  private long jobDecisions;
  private long decisions;
  private boolean isLegal = true;

  Trajectory(Cluster picture, List<Submission> arrivals, Speeds speeds) {
    start = picture.now();
    last = picture;
    for (Job job : picture.jobs()) {
      if (isKnown(job.speedAt(job.spec().bounds().least()))) {
        awaited.add(job.id());
      }
    }
    for (Submission submission : arrivals) {
      Size least = submission.spec().bounds().least();
      if (isKnown(pace(speeds.speed(submission.speed()), least))) {
        awaited.add(submission.spec().id());
      }
    }
  }

  /** When each job ended, in order of time. */
  public Map<JobId, Instant> ends() {
    return Collections.unmodifiableMap(ends);
  }

  /** The picture at its end. */
  public Cluster last() {
    return last;
  }

  /** Whether all jobs whose end can be predicted have ended. */
  public boolean isOver() {
    return awaited.isEmpty();
  }

  /** Whether every plan was legal; of an illegal plan only the legal part was applied. */
  public boolean isLegal() {
    return isLegal;
  }

  /**
   * The work of a rollout: the number of jobs in each decision, summed over all decisions. A job of
   * which many tasks were placed counts for more.
   */
  public long jobDecisions() {
    return jobDecisions;
  }

  public long decisions() {
    return decisions;
  }

  /** Whether the end of this job can be predicted and it has not ended. */
  boolean awaits(Job job) {
    return awaited.contains(job.id());
  }

  int awaited() {
    return awaited.size();
  }

  /** Seconds from the picture to now for jobs that continue, and to their ends for the others. */
  double secondsSoFar() {
    return endedSeconds + awaited.size() * Progress.seconds(start, last.now());
  }

  void close(Cluster end) {
    last = end;
  }

  @Override
  public void happened(Event event) {
    if (event instanceof Event.Finished finished) {
      if (awaited.remove(finished.job())) {
        endedSeconds += Progress.seconds(start, finished.at());
      }
      ends.put(finished.job(), finished.at());
    }
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    last = cluster;
    decisions++;
    jobDecisions += 1 + cluster.jobs().size();
    for (Grant grant : plan.grants()) {
      if (grant.isChange()) {
        jobDecisions +=
            JobDecisions.ofPlacing(grant.allocation().workers() + grant.allocation().servers());
      }
    }
  }

  @Override
  public void rejected(Cluster cluster, Plan plan, List<Violation> violations) {
    isLegal = false;
  }

  static boolean isKnown(double stepsPerSecond) {
    return stepsPerSecond > 0 && stepsPerSecond < Double.POSITIVE_INFINITY;
  }

  private static double pace(Speed speed, Size size) {
    return speed.stepsPerSecond(Allocation.together(size));
  }
}
