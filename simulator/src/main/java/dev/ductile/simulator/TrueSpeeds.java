package dev.ductile.simulator;

import dev.ductile.api.Command;
import dev.ductile.api.JobId;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Speeds;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.TimedCommand;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;

/** The speeds at which simulated jobs train; the scheduler may know other ones. */
final class TrueSpeeds {
  private static final int REPORTS = 3;
  private static final long REPORT_NANOS = Duration.ofSeconds(1).toNanos();

  private final Speeds models;
  private final boolean isLearning;

  /** The true speeds of jobs that are read and not submitted yet, if their commands name others. */
  private final Map<JobId, SpeedSpec> unlike = new HashMap<>();

  /**
   * The true speeds by these models.
   *
   * @param isLearning whether the scheduler corrects the speeds that it is given
   */
  TrueSpeeds(Speeds models, boolean isLearning) {
    this.models = models;
    this.isLearning = isLearning;
  }

  /** Whether the scheduler corrects the speeds that it is given. */
  boolean isLearning() {
    return isLearning;
  }

  /**
   * When a job that trains from {@code now} to {@code end} reports its speed, if speeds are
   * learned: a few times, because an estimator does not believe a single measurement.
   */
  static LongStream reports(long now, long end) {
    return LongStream.rangeClosed(1, REPORTS)
        .map(report -> now + report * REPORT_NANOS)
        .takeWhile(report -> report < end);
  }

  /** Commands that submit these jobs, whose true speeds are then known. */
  static Function<TrueSpeeds, Iterator<TimedCommand>> submitting(
      Iterator<Submission> jobs, Rescale rescale) {
    return known -> new SubmitCommands(known.of(jobs), rescale::expected);
  }

  /**
   * Commands of users; the jobs that they submit train at their true speeds.
   *
   * @param jobs the jobs of the submit commands, in the same order
   */
  static Function<TrueSpeeds, Iterator<TimedCommand>> commanding(
      Iterator<TimedCommand> commands, Iterator<Submission> jobs) {
    return known -> known.of(commands, jobs);
  }

  private Iterator<TimedCommand> of(Iterator<TimedCommand> commands, Iterator<Submission> jobs) {
    Iterator<Submission> read = of(jobs);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return commands.hasNext();
      }

      @Override
      public TimedCommand next() {
        TimedCommand timed = commands.next();
        if (timed.command() instanceof Command.Submit) {
          read.next();
        }
        return timed;
      }
    };
  }

  /** The same jobs; the true speed of each is known once it has been read. */
  private Iterator<Submission> of(Iterator<Submission> jobs) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return jobs.hasNext();
      }

      @Override
      public Submission next() {
        Submission job = jobs.next();
        if (!job.expected().equals(job.speed())) {
          unlike.put(job.spec().id(), job.speed());
        }
        return job;
      }
    };
  }

  /** A job that has not started and trains at its true speed. */
  JobExecution job(Command.Submit submit, double speedup) {
    Speed known = models.speed(submit.speed());
    SpeedSpec other = unlike.remove(submit.job());
    Speed actual = other == null ? known : models.speed(other);
    return new JobExecution(submit.spec(), actual, known, speedup);
  }
}
