package dev.ductile.simulator.lookahead;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Progress;
import dev.ductile.scenario.Submission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The cost of a rollout; a lower cost is better. */
public enum Objective {
  /** The mean time from the submission of a job to its end, in seconds. */
  COMPLETION("seconds that a job is expected to take in the mean") {
    @Override
    double cost(List<Span> spans) {
      return spans.stream().mapToDouble(Span::seconds).average().orElse(0);
    }

    @Override
    Predicate<Trajectory> hopeless(Rollout rollout, double limit) {
      double most =
          limit * new Trajectory(rollout.picture(), rollout.arrivals(), rollout.speeds()).awaited()
              - waited(rollout);
      return trajectory -> trajectory.secondsSoFar() > most;
    }
  },
  /** The time to the end of the last job, in seconds. */
  MAKESPAN("seconds until the last job is expected to end") {
    @Override
    double cost(List<Span> spans) {
      return spans.stream().mapToDouble(Span::fromNow).max().orElse(0);
    }
  },
  /** The utility of all jobs, as a negative number. */
  UTILITY("expected utility of all jobs, as a negative number") {
    @Override
    double cost(List<Span> spans) {
      return -spans.stream().mapToDouble(Span::worth).sum();
    }
  };

  private final String measure;

  Objective(String measure) {
    this.measure = measure;
  }

  /** What the cost is, with its unit. */
  String measure() {
    return measure;
  }

  /**
   * The duration of one job.
   *
   * @param seconds from its submission to its end
   * @param fromNow from the picture to its end
   * @param worth its utility after that time
   */
  record Span(double seconds, double fromNow, double worth) {}

  abstract double cost(List<Span> spans);

  /** Whether a trajectory costs more than the limit already, whatever follows. */
  Predicate<Trajectory> hopeless(Rollout rollout, double limit) {
    return trajectory -> false;
  }

  /** The cost of a trajectory; the ends of unfinished jobs are estimated. */
  double cost(Rollout rollout, Trajectory trajectory) {
    Map<JobId, Double> ends = ends(rollout, trajectory);
    var spans = new ArrayList<Span>();
    for (Job job : rollout.picture().jobs()) {
      Double end = ends.get(job.id());
      if (end != null) {
        double waited = Progress.seconds(job.submitted(), rollout.picture().now());
        spans.add(new Span(waited + end, end, job.spec().utility().at(waited + end)));
      }
    }
    for (Submission submission : rollout.arrivals()) {
      Double end = ends.get(submission.spec().id());
      if (end != null) {
        double seconds = end - rollout.seconds(submission.at());
        spans.add(new Span(seconds, end, submission.spec().utility().at(seconds)));
      }
    }
    return cost(spans);
  }

  /** Seconds that jobs have waited before the picture, less those until later arrivals. */
  private static double waited(Rollout rollout) {
    double seconds = 0;
    for (Job job : rollout.picture().jobs()) {
      if (Trajectory.isKnown(job.speedAt(job.spec().bounds().least()))) {
        seconds += Progress.seconds(job.submitted(), rollout.picture().now());
      }
    }
    for (Submission submission : rollout.arrivals()) {
      seconds -= rollout.seconds(submission.at());
    }
    return seconds;
  }

  private static Map<JobId, Double> ends(Rollout rollout, Trajectory trajectory) {
    var ends = new HashMap<JobId, Double>();
    for (Map.Entry<JobId, Instant> end : trajectory.ends().entrySet()) {
      ends.put(end.getKey(), rollout.seconds(end.getValue()));
    }
    if (!trajectory.isOver()) {
      Cluster last = trajectory.last();
      double broken = rollout.seconds(last.now());
      List<Job> left = last.jobs().stream().filter(trajectory::awaits).toList();
      FluidEstimate.ends(last, left).forEach((job, seconds) -> ends.put(job, broken + seconds));
    }
    return ends;
  }
}
