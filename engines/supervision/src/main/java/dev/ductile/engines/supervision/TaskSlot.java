package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** A place in a hot job, which one process after another may hold under the same name. */
final class TaskSlot {
  private final TaskPlacement placement;
  private final Consumer<SupervisedTask> onGone;
  private final Addresses.Lease address;
  private Optional<SupervisedTask> task = Optional.empty();
  private Instant startedAt = Instant.MIN;
  private Instant dueAt = Instant.MIN;
  private Instant leaveBy = Instant.MAX;
  private int starts;
  private int failures;
  private String lastFailure = "";

  /**
   * A place that no process holds.
   *
   * @param onGone called with each process that has held it and is gone
   */
  TaskSlot(TaskPlacement placement, Addresses.Lease address, Consumer<SupervisedTask> onGone) {
    this.placement = placement;
    this.onGone = onGone;
    this.address = address;
  }

  TaskPlacement placement() {
    return placement;
  }

  Optional<SupervisedTask> task() {
    return task;
  }

  /** A process that an earlier engine has started holds it. */
  void takeOver(SupervisedTask newTask, boolean leaving, Instant now, Duration grace) {
    task = Optional.of(newTask);
    starts = newTask.id().start();
    startedAt = now;
    leaveBy = leaving ? now.plus(grace) : leaveBy;
  }

  boolean isUp() {
    return task.isPresent() && task.get().isUp();
  }

  boolean isLeaving() {
    return !leaveBy.equals(Instant.MAX);
  }

  /** Whether nobody holds it, and it is time that somebody did. */
  boolean isDue(Instant now) {
    return task.isEmpty() && !isLeaving() && !now.isBefore(dueAt);
  }

  void take(SupervisedTask newTask, Instant now) {
    task = Optional.of(newTask);
    startedAt = now;
  }

  /** The number of its next start. */
  int nextStart() {
    return ++starts;
  }

  Instant startedAt() {
    return startedAt;
  }

  /** Its process is asked to hand over and end. */
  void dismiss(Instant now, Duration grace) {
    leaveBy = now.plus(grace);
    task.filter(SupervisedTask::isUp).ifPresent(SupervisedTask::ask);
  }

  /** Notices what became of its process. */
  void look(Instant now, Duration graceOfTheRest) {
    if (!now.isBefore(leaveBy)) {
      task.filter(one -> !one.isOver()).ifPresent(task -> task.kill("it did not leave in time"));
    }
    task.ifPresent(one -> one.look(now, isLeaving() ? until(now) : graceOfTheRest));
  }

  boolean isVacant() {
    return task.isEmpty() || task.get().isOver();
  }

  /** Its process is gone; another one comes after a wait. */
  void vacate(String exitSentence, Instant next) {
    task.ifPresent(onGone);
    task = Optional.empty();
    failures++;
    lastFailure = exitSentence;
    dueAt = next;
  }

  /** How often it has died since the job last went on with it. */
  int failures() {
    return failures;
  }

  String lastFailure() {
    return lastFailure;
  }

  void resetFailures() {
    failures = 0;
  }

  /** Nobody comes any more. */
  void close() {
    task.ifPresent(onGone);
    address.close();
  }

  private Duration until(Instant now) {
    return Generation.until(now, leaveBy);
  }
}
