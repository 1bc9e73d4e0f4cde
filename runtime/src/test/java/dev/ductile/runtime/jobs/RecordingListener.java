package dev.ductile.runtime.jobs;

import dev.ductile.runtime.master.report.JobListener;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.report.Pause;
import dev.ductile.runtime.master.report.Status;
import dev.ductile.runtime.master.report.StepSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Records the reports of a job, and waits for them. */
final class RecordingListener implements JobListener {
  private static final int TEST_PATIENCE_MILLIS = 20_000;

  private static final int MOST_LINES = 200;

  private final List<String> log = new ArrayList<>();
  private final NavigableMap<Long, StepSummary> steps = new TreeMap<>();
  private final List<Pause> pauses = new ArrayList<>();
  private final List<String> replaced = new ArrayList<>();
  private JobPhase phase = JobPhase.GATHERING;
  private Status status;
  private final long start = System.nanoTime();

  RecordingListener() {
    status =
        new Status(
            phase, 0, 0, 0, 0, OptionalDouble.empty(), OptionalLong.empty(), Optional.empty());
  }

  @Override
  public synchronized void status(Status now) {
    status = now;
    if (phase != now.phase()) {
      phase = now.phase();
      happened(now.toString());
    }
    notifyAll();
  }

  @Override
  public synchronized void step(StepSummary step) {
    steps.put(step.step(), step);
    notifyAll();
  }

  @Override
  public synchronized void reconfigured(Pause pause) {
    pauses.add(pause);
    happened(pause.toString());
  }

  @Override
  public synchronized void replace(String name, String why) {
    replaced.add(name);
    happened("replace %s: %s".formatted(name, why));
    notifyAll();
  }

  @Override
  public synchronized void happened(String what) {
    log.add("%6d us  %s".formatted((System.nanoTime() - start) / 1_000, what));
    notifyAll();
  }

  /** Waits for the end of a step. */
  void awaitStep(long step) {
    await(
        () -> phase == JobPhase.ENDED || (!steps.isEmpty() && steps.lastKey() >= step - 1),
        "at step " + step);
  }

  /** The number of steps until the last one that was reported. */
  synchronized long steps() {
    return steps.isEmpty() ? 0 : steps.lastKey() + 1;
  }

  /** Waits until the master knows a task, or the job is over. */
  void awaitArrival(String name) {
    await(
        () -> phase.isOver() || log.stream().anyMatch(line -> line.contains(name + " (task")),
        name);
  }

  synchronized int examples(long step) {
    return Optional.ofNullable(steps.get(step)).map(StepSummary::examples).orElse(0);
  }

  /** Steps whose reports lack some examples. */
  synchronized List<StepSummary> incomplete(int batch) {
    return steps.values().stream().filter(step -> step.examples() != batch).toList();
  }

  synchronized int reconfigurations() {
    return pauses.size();
  }

  /** Waits until the job trains with these numbers of tasks after another reconfiguration. */
  void awaitMembers(int workers, int servers, int reconfigurations) {
    await(
        () ->
            phase.isOver()
                || (pauses.size() > reconfigurations
                    && phase == JobPhase.RUNNING
                    && status.workers() == workers
                    && status.servers() == servers),
        "whole again");
  }

  synchronized boolean isOver() {
    return phase.isOver();
  }

  synchronized boolean hasEnded() {
    return phase == JobPhase.ENDED;
  }

  synchronized double loss(long step) {
    return Optional.ofNullable(steps.get(step)).map(StepSummary::loss).orElse(Double.NaN);
  }

  synchronized List<Pause> pauses() {
    return List.copyOf(pauses);
  }

  synchronized List<String> replaced() {
    return List.copyOf(replaced);
  }

  /** Waits for a status of the job. */
  void await(Predicate<Status> wanted) {
    await(() -> wanted.test(status), "wanted");
  }

  synchronized void await(BooleanSupplier wanted, String what) {
    long until = System.nanoTime() + TEST_PATIENCE_MILLIS * 1_000_000L;
    while (!wanted.getAsBoolean()) {
      long left = (until - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new IllegalStateException("never %s: %s".formatted(what, this));
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public synchronized String toString() {
    int cut = Math.max(MOST_LINES, log.size() - MOST_LINES);
    return String.join("\n", log.subList(0, Math.min(MOST_LINES, log.size())))
        + "\n...\n"
        + String.join("\n", log.subList(Math.min(cut, log.size()), log.size()));
  }
}
