package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How far a job is, how fast it goes, and how much of it no crash can take away. */
final class JobProgress {
  private static final int MOST_SPEEDS = 1000;

  private final JobId job;
  private final Map<Allocation, Double> speeds = new HashMap<>();
  private Allocation where = Allocation.NONE;
  private Speedometer speedometer = new Speedometer();
  private double safeSteps;
  private double step = -1;
  private Instant stepAt = Instant.MIN;
  private double reportedStep = -1;
  private Instant reportedAt = Instant.MIN;
  private boolean everReported;

  JobProgress(JobId job) {
    this.job = job;
  }

  double safeSteps() {
    return safeSteps;
  }

  /** The furthest step of this generation; below zero where it has told none. */
  double step() {
    return step;
  }

  /** Whether any generation has told a step, so that the others will. */
  boolean hasEverReported() {
    return everReported;
  }

  /** What an earlier engine has written down. */
  void restore(double newSafeSteps) {
    safeSteps = newSafeSteps;
  }

  /** A new generation starts from the last checkpoint, whichever it finds. */
  void begin(Allocation newWhere, Instant now) {
    where = newWhere;
    speedometer = new Speedometer();
    step = -1;
    stepAt = now;
    reportedStep = -1;
    reportedAt = Instant.MIN;
  }

  /** It goes on elsewhere, at another speed. */
  void moveTo(Allocation newWhere) {
    where = newWhere;
    speedometer = new Speedometer();
    speedometer.pass(stepAt, step);
  }

  /** Takes in what the workers have printed. */
  void look(List<TaskOutput> workers) {
    for (TaskOutput output : workers) {
      reach(output.step(), output.stepAt());
      safeSteps = Math.max(safeSteps, output.checkpoint());
    }
  }

  /** Takes in the word of somebody who knows it all, so it counts also where it goes back. */
  void look(MasterStatus.Update word) {
    if (word.step() < step) {
      step = -1;
      reportedStep = -1;
      speedometer = new Speedometer();
    }
    reach(word.step(), word.stepAt());
    safeSteps = Math.max(safeSteps, word.checkpoint());
  }

  private void reach(double newStep, Instant at) {
    if (newStep > step) {
      boolean first = step < 0;
      step = newStep;
      everReported = true;
      stepAt = at;
      safeSteps = first ? Math.min(safeSteps, step) : safeSteps;
      speedometer.pass(stepAt, step);
    }
  }

  /** Everybody had the time to save, and said that it did. */
  void savedAll() {
    safeSteps = Math.max(safeSteps, step);
  }

  /** When it got as far as it is, or was started. */
  Instant stepAt() {
    return stepAt;
  }

  double stepsPerSecond() {
    double measured = speedometer.stepsPerSecond().orElse(0);
    if (measured == 0) {
      return speeds.getOrDefault(where, 0.0);
    }
    if (speeds.size() < MOST_SPEEDS || speeds.containsKey(where)) {
      speeds.put(where, measured);
    }
    return measured;
  }

  /** A report of steps that have not been reported, if it is time for one. */
  Optional<Event> news(Instant now, long revision, Duration interval) {
    if (step <= reportedStep || (reportedStep >= 0 && now.isBefore(reportedAt.plus(interval)))) {
      return Optional.empty();
    }
    reportedStep = step;
    reportedAt = now;
    return Optional.of(new Event.Progressed(now, job, revision, step, stepsPerSecond()));
  }
}
