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
import dev.ductile.api.Violation;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.Observer;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a future went: who ended when, and how things stood where it broke off. Only jobs whose speed
 * is known are waited for, for only they can be foretold.
 */
public final class Course implements Observer {
  private final Set<JobId> awaited = new HashSet<>();
  private final Map<JobId, Instant> ends = new LinkedHashMap<>();
  private final Instant start;
  private Cluster last;
  private double endedSeconds;
  private long looks;
  private long decisions;
  private boolean isLegal = true;

  Course(Cluster picture, List<Submission> arrivals) {
    start = picture.now();
    last = picture;
    for (Job job : picture.jobs()) {
      if (isKnown(job.speedAt(job.spec().bounds().least()))) {
        awaited.add(job.id());
      }
    }
    for (Submission submission : arrivals) {
      Size least = submission.spec().bounds().least();
      if (isKnown(pace(submission.speed(), least))) {
        awaited.add(submission.spec().id());
      }
    }
  }

  /** When each job ended, in order of time. */
  public Map<JobId, Instant> ends() {
    return Collections.unmodifiableMap(ends);
  }

  /** How things stood at the end of it. */
  public Cluster last() {
    return last;
  }

  /** Whether everybody who can be foretold has ended. */
  public boolean isOver() {
    return awaited.isEmpty();
  }

  /** Whether every plan was legal; of an illegal one only the rest was carried out. */
  public boolean isLegal() {
    return isLegal;
  }

  /**
   * How many jobs were looked at, counted again in each decision, and more of a job whose many
   * tasks were placed: the work that it took.
   */
  public long looks() {
    return looks;
  }

  public long decisions() {
    return decisions;
  }

  /** Whether this job can be foretold and has not ended. */
  boolean awaits(Job job) {
    return awaited.contains(job.id());
  }

  int awaited() {
    return awaited.size();
  }

  /** Seconds from the picture to now, of all who are awaited, and to their ends, of the others. */
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
    looks += 1 + cluster.jobs().size();
    for (Grant grant : plan.grants()) {
      if (grant.isChange()) {
        looks += Effort.looks(grant.allocation().workers() + grant.allocation().servers());
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
