package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** A place in a hot job, which one process after another may hold under the same name. */
final class Post {
  private final Seat seat;
  private final Consumer<Task> dismissal;
  private final Addresses.Lease address;
  private Optional<Task> task = Optional.empty();
  private Instant startedAt = Instant.MIN;
  private Instant dueAt = Instant.MIN;
  private Instant leaveBy = Instant.MAX;
  private int starts;
  private int deaths;
  private String lastDeath = "";

  /**
   * A place that no process holds.
   *
   * @param dismissal called with each process that has held it and is gone
   */
  Post(Seat seat, Addresses.Lease address, Consumer<Task> dismissal) {
    this.seat = seat;
    this.dismissal = dismissal;
    this.address = address;
  }

  Seat seat() {
    return seat;
  }

  Optional<Task> task() {
    return task;
  }

  /** A process that an earlier engine has started holds it. */
  void takeOver(Task newTask, boolean leaving, Instant now, Duration grace) {
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

  void take(Task newTask, Instant now) {
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
    task.filter(Task::isUp).ifPresent(Task::ask);
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
  void bury(String obituary, Instant next) {
    task.ifPresent(dismissal);
    task = Optional.empty();
    deaths++;
    lastDeath = obituary;
    dueAt = next;
  }

  /** How often it has died since the job last went on with it. */
  int deaths() {
    return deaths;
  }

  String lastDeath() {
    return lastDeath;
  }

  void forgive() {
    deaths = 0;
  }

  /** Nobody comes any more. */
  void close() {
    task.ifPresent(dismissal);
    address.close();
  }

  private Duration until(Instant now) {
    return Generation.until(now, leaveBy);
  }
}
