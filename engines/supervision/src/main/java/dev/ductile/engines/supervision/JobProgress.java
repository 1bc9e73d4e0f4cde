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
import java.util.OptionalDouble;

/** The steps, the speed and the saved steps of a job. */
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
  private boolean isWhole = true;

  JobProgress(JobId job) {
    this.job = job;
  }

  double safeSteps() {
    return safeSteps;
  }

  /** The furthest step of this generation; below zero before its first report. */
  double step() {
    return step;
  }

  /** Whether any generation has reported a step, so that later ones are expected to. */
  boolean hasEverReported() {
    return everReported;
  }

  /** Takes over the saved steps that an earlier engine has written to the job's record. */
  void restore(double newSafeSteps) {
    safeSteps = newSafeSteps;
  }

  /** A new generation starts from the last checkpoint that it finds. */
  void begin(Allocation newWhere, Instant now) {
    where = newWhere;
    speedometer = new Speedometer();
    step = -1;
    stepAt = now;
    reportedStep = -1;
    reportedAt = Instant.MIN;
    isWhole = true;
  }

  /** The job resumes with another allocation; its last step was made before the pause. */
  void moveTo(Allocation newWhere) {
    where = newWhere;
    speedometer = new Speedometer();
  }

  /** The speed of a job of which tasks are missing is not that of its allocation. */
  void setWhole(boolean nowWhole) {
    if (nowWhole != isWhole) {
      isWhole = nowWhole;
      speedometer = new Speedometer();
    }
  }

  /** Takes the output of the workers. */
  void look(List<TaskOutput> workers) {
    for (TaskOutput output : workers) {
      reach(output.step(), output.stepAt());
      safeSteps = Math.max(safeSteps, output.checkpoint());
    }
  }

  /** Takes the report of a master, which counts even if the job goes back to earlier steps. */
  void look(MasterStatus.Update update) {
    if (update.step() < step) {
      step = -1;
      reportedStep = -1;
      speedometer = new Speedometer();
    }
    reach(update.step(), update.stepAt());
    safeSteps = Math.max(safeSteps, update.checkpoint());
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

  /** All tasks have saved their work. */
  void savedAll() {
    safeSteps = Math.max(safeSteps, step);
  }

  /** When the job made its furthest step, or was started. */
  Instant stepAt() {
    return stepAt;
  }

  /** The speed with all tasks; 0 if it is not known, and while tasks are missing. */
  double stepsPerSecond() {
    if (!isWhole) {
      return 0;
    }
    double measured = speedometer.stepsPerSecond().orElse(0);
    if (measured == 0) {
      return speeds.getOrDefault(where, 0.0);
    }
    if (speeds.size() < MOST_SPEEDS || speeds.containsKey(where)) {
      speeds.put(where, measured);
    }
    return measured;
  }

  /** A report of new steps, if the interval since the last report is over. */
  Optional<Event> news(Instant now, long revision, Duration interval) {
    if (step <= reportedStep || (reportedStep >= 0 && now.isBefore(reportedAt.plus(interval)))) {
      return Optional.empty();
    }
    reportedStep = step;
    reportedAt = now;
    return Optional.of(
        new Event.Progressed(
            now, job, revision, step, stepsPerSecond(), OptionalDouble.of(safeSteps)));
  }
}
