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

/** What makes one future better than another: the lower its cost, the better. */
public enum Objective {
  /** The mean time from the submission of a job to its end, in seconds. */
  COMPLETION {
    @Override
    double cost(List<Span> spans) {
      return spans.stream().mapToDouble(Span::seconds).average().orElse(0);
    }

    @Override
    Predicate<Course> hopeless(Future future, double limit) {
      double most =
          limit * new Course(future.picture(), future.arrivals()).awaited() - waited(future);
      return course -> course.secondsSoFar() > most;
    }
  },
  /** The time to the end of the last job, in seconds. */
  MAKESPAN {
    @Override
    double cost(List<Span> spans) {
      return spans.stream().mapToDouble(Span::fromNow).max().orElse(0);
    }
  },
  /** What users lose because their jobs take so long, by the utilities of the jobs. */
  UTILITY {
    @Override
    double cost(List<Span> spans) {
      return -spans.stream().mapToDouble(Span::worth).sum();
    }
  };

  /**
   * The time of one job.
   *
   * @param seconds from its submission to its end
   * @param fromNow from the picture to its end
   * @param worth what it is worth that it took so long
   */
  record Span(double seconds, double fromNow, double worth) {}

  abstract double cost(List<Span> spans);

  /** Whether a course has already come to cost as much as the limit, however it goes on. */
  Predicate<Course> hopeless(Future future, double limit) {
    return course -> false;
  }

  /** What a course that began with this future costs; what it left unfinished is estimated. */
  double cost(Future future, Course course) {
    Map<JobId, Double> ends = ends(future, course);
    var spans = new ArrayList<Span>();
    for (Job job : future.picture().jobs()) {
      Double end = ends.get(job.id());
      if (end != null) {
        double waited = Progress.seconds(job.submitted(), future.picture().now());
        spans.add(new Span(waited + end, end, job.spec().utility().at(waited + end)));
      }
    }
    for (Submission submission : future.arrivals()) {
      Double end = ends.get(submission.spec().id());
      if (end != null) {
        double seconds = end - future.seconds(submission.at());
        spans.add(new Span(seconds, end, submission.spec().utility().at(seconds)));
      }
    }
    return cost(spans);
  }

  /** Seconds that jobs have waited before the picture, less those until others come. */
  private static double waited(Future future) {
    double seconds = 0;
    for (Job job : future.picture().jobs()) {
      if (Course.isKnown(job.speedAt(job.spec().bounds().least()))) {
        seconds += Progress.seconds(job.submitted(), future.picture().now());
      }
    }
    for (Submission submission : future.arrivals()) {
      seconds -= future.seconds(submission.at());
    }
    return seconds;
  }

  private static Map<JobId, Double> ends(Future future, Course course) {
    var ends = new HashMap<JobId, Double>();
    for (Map.Entry<JobId, Instant> end : course.ends().entrySet()) {
      ends.put(end.getKey(), future.seconds(end.getValue()));
    }
    if (!course.isOver()) {
      Cluster last = course.last();
      double broken = future.seconds(last.now());
      List<Job> left = last.jobs().stream().filter(course::awaits).toList();
      Drain.ends(last, left).forEach((job, seconds) -> ends.put(job, broken + seconds));
    }
    return ends;
  }
}
