package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A rank of a hot job: at most one task at a time, with the same name and address after a restart.
 */
final class TaskSlot {
  private TaskPlacement placement;
  private final Consumer<SupervisedTask> onGone;
  private final AddressLease address;
  private Optional<SupervisedTask> task = Optional.empty();
  private Instant startedAt = Instant.MIN;
  private Instant dueAt = Instant.MIN;
  private Instant leaveBy = Instant.MAX;
  private boolean isAddressed;
  private int starts;
  private int failures;
  private String lastFailure = "";

  /**
   * A slot without a task.
   *
   * @param onGone called with each task of the slot that is gone
   */
  TaskSlot(TaskPlacement placement, AddressLease address, Consumer<SupervisedTask> onGone) {
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

  /** An earlier engine has started the task of this slot. */
  void takeOver(SupervisedTask newTask, boolean leaving, Instant now, Duration grace) {
    task = Optional.of(newTask);
    isAddressed = true;
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

  /** The port is known, so that a task can be started; the host may come later. */
  boolean hasPort() {
    address
        .addresses()
        .filter(_ -> !isAddressed)
        .ifPresent(granted -> {
          isAddressed = true;
          placement = placement.at(granted.getFirst());
        });
    return isAddressed;
  }

  /** The address, once its host is known. */
  Optional<Address> address() {
    return hasPort() && !placement.address().hasHost()
        ? task.flatMap(SupervisedTask::host).map(placement.address()::on)
        : Optional.of(placement.address()).filter(_ -> isAddressed);
  }

  /** Why no task can be started in this slot. */
  Optional<String> addressProblem(Instant now) {
    return hasPort() || isLeaving() ? Optional.empty() : address.problem(now);
  }

  /** Whether the slot has no task, and the wait after the last one is over. */
  boolean isDue(Instant now) {
    return task.isEmpty() && !isLeaving() && !now.isBefore(dueAt) && hasPort();
  }

  /** Lets the next task listen at the address. */
  void freeAddress() {
    address.free();
  }

  void take(SupervisedTask newTask, Instant now) {
    task = Optional.of(newTask);
    startedAt = now;
  }

  /** The number of the next start. */
  int nextStart() {
    return ++starts;
  }

  Instant startedAt() {
    return startedAt;
  }

  /** Asks the task to hand over its work and end. */
  void dismiss(Instant now, Duration grace) {
    leaveBy = now.plus(grace);
    task.filter(SupervisedTask::isUp).ifPresent(SupervisedTask::ask);
  }

  /** Checks the task, and kills it when its time to end is over. */
  void look(Instant now, Duration graceOfTheRest) {
    if (!now.isBefore(leaveBy)) {
      task.filter(one -> !one.isOver()).ifPresent(task -> task.kill("it did not leave in time"));
    }
    task.ifPresent(one -> one.look(now, isLeaving() ? until(now) : graceOfTheRest));
  }

  boolean isVacant() {
    return task.isEmpty() || task.get().isOver();
  }

  /** The task is gone; another one is started later. */
  void vacate(String exitSentence, Instant next) {
    task.ifPresent(onGone);
    task = Optional.empty();
    failures++;
    lastFailure = exitSentence;
    dueAt = next;
  }

  /** How many tasks of this slot have died since the job last made a step with one. */
  int failures() {
    return failures;
  }

  String lastFailure() {
    return lastFailure;
  }

  void resetFailures() {
    failures = 0;
  }

  /** Gives back the address; no further task is started. */
  void close() {
    task.ifPresent(onGone);
    address.close();
  }

  private Duration until(Instant now) {
    return Generation.until(now, leaveBy);
  }
}
