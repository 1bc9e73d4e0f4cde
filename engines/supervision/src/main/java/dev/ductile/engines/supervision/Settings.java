package dev.ductile.engines.supervision;

import java.time.Duration;

/** Intervals, time limits and size limits of an engine. */
public record Settings(Rhythm rhythm, Patience patience, Answers answers, Limits limits) {
  public static final Settings DEFAULT =
      new Settings(Rhythm.DEFAULT, Patience.DEFAULT, Answers.DEFAULT, Limits.DEFAULT);

  /**
   * Intervals.
   *
   * @param look the time between two checks of a job
   * @param report the least time between two reports of a job's progress
   */
  public record Rhythm(Duration look, Duration report) {
    public static final Rhythm DEFAULT = new Rhythm(Duration.ofMillis(100), Duration.ofMillis(500));

    public Rhythm {
      PositiveTime.require("look", look);
      PositiveTime.require("report", report);
    }
  }

  /**
   * How long the engine waits for the tasks of a job.
   *
   * @param quiet how long a job that reports no step is up before it counts as running
   * @param shortGrace the most that the tasks of a crashed or cancelled job may take to stop, if
   *     the grace of the job is longer
   * @param kill how long a killed process may take to be gone
   * @param firstRestart how long a job waits after its first crash; twice as long after each next
   * @param longestRestart the longest wait after a crash
   */
  public record Patience(
      Duration quiet,
      Duration shortGrace,
      Duration kill,
      Duration firstRestart,
      Duration longestRestart) {
    public static final Patience DEFAULT =
        new Patience(
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1));

    public Patience {
      PositiveTime.require("quiet", quiet);
      PositiveTime.require("kill", kill);
      if (shortGrace.isNegative() || firstRestart.isNegative() || longestRestart.isNegative()) {
        throw new IllegalArgumentException(
            "patience cannot be negative: short grace %s, first restart %s, longest restart %s"
                .formatted(shortGrace, firstRestart, longestRestart));
      }
    }

    /** The grace of tasks that need not save anything. */
    Duration shortened(Duration grace) {
      return grace.compareTo(shortGrace) < 0 ? grace : shortGrace;
    }

    /** How long a job waits after this many crashes. */
    Duration restart(int crashes) {
      int doublings = Math.min(crashes - 1, 30);
      Duration wait = firstRestart.multipliedBy(1L << doublings);
      return wait.compareTo(longestRestart) > 0 ? longestRestart : wait;
    }
  }

  /**
   * How long the engine waits for its platform.
   *
   * @param address until the address of a task is known
   * @param contact without a sign of life of the platform, until the engine reports that it no
   *     longer knows whether its jobs run
   */
  public record Answers(Duration address, Duration contact) {
    public static final Answers DEFAULT =
        new Answers(Duration.ofMinutes(1), Duration.ofSeconds(30));

    public Answers {
      PositiveTime.require("address", address);
      PositiveTime.require("contact", contact);
    }
  }

  /**
   * Size limits.
   *
   * @param tasks processes of one job
   * @param jobs jobs that are known at once, over or not
   * @param lineBytes the part of a line of output that is read
   * @param logBytes the output of one process that is kept, in two files
   */
  public record Limits(int tasks, int jobs, int lineBytes, long logBytes) {
    public static final Limits DEFAULT = new Limits(512, 100_000, 64 * 1024, 64L * 1024 * 1024);

    public Limits {
      if (tasks < 1 || jobs < 1 || lineBytes < 1 || logBytes < 1) {
        throw new IllegalArgumentException(
            "limits must be at least 1: tasks %d, jobs %d, line bytes %d, log bytes %d"
                .formatted(tasks, jobs, lineBytes, logBytes));
      }
    }
  }

  public Settings with(Rhythm newRhythm) {
    return new Settings(newRhythm, patience, answers, limits);
  }

  public Settings with(Patience newPatience) {
    return new Settings(rhythm, newPatience, answers, limits);
  }

  public Settings with(Answers newAnswers) {
    return new Settings(rhythm, patience, newAnswers, limits);
  }

  public Settings with(Limits newLimits) {
    return new Settings(rhythm, patience, answers, newLimits);
  }
}
