package dev.ductile.engines.local;

import dev.ductile.api.Allocation;
import dev.ductile.api.Demand;
import dev.ductile.api.Program;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All tasks of a job between a start and the next stop: they begin together and end together. */
final class Generation {
  /** Exit code of a task that was asked to stop and did; also that of death by SIGTERM. */
  static final int STOPPED = 143;

  private final int number;
  private final Allocation where;
  private final Demand demand;
  private final Program program;
  private final Ports.Lease ports;
  private final Instant started;
  private final List<Task> tasks = new ArrayList<>();
  private Optional<Instant> askedAt = Optional.empty();
  private Instant killAt = Instant.MAX;
  private boolean killed;

  Generation(
      int number,
      Allocation where,
      Demand demand,
      Program program,
      Ports.Lease ports,
      Instant started) {
    this.number = number;
    this.where = where;
    this.demand = demand;
    this.program = program;
    this.ports = ports;
    this.started = started;
  }

  int number() {
    return number;
  }

  Allocation where() {
    return where;
  }

  Demand demand() {
    return demand;
  }

  Program program() {
    return program;
  }

  Instant started() {
    return started;
  }

  void add(Task task) {
    tasks.add(task);
  }

  List<Task> tasks() {
    return tasks;
  }

  Stream<Task> workers() {
    return tasks.stream().filter(task -> task.seat().role() == Role.WORKER);
  }

  /** Asks all tasks to stop; who is still there after the grace is killed. */
  void stop(Instant now, Duration grace) {
    Instant deadline = now.plus(grace);
    killAt = deadline.isBefore(killAt) ? deadline : killAt;
    if (askedAt.isEmpty() && !grace.isZero()) {
      tasks.stream().filter(Task::isUp).forEach(Task::ask);
    }
    askedAt = Optional.of(askedAt.orElse(now));
    look(now, Duration.ZERO);
  }

  /** Notices who has ended, and kills those whose time is over. */
  void look(Instant now, Duration graceOfTheRest) {
    boolean kill = !now.isBefore(killAt);
    for (Task task : tasks) {
      if (kill && !task.isOver()) {
        task.kill();
        killed = true;
      }
      task.look(now, askedAt.isEmpty() ? graceOfTheRest : until(now, killAt));
    }
  }

  boolean isOver() {
    return tasks.stream().allMatch(Task::isOver);
  }

  /** Whether the tasks were killed so long ago that waiting for them is in vain. */
  boolean isBeyondHope(Instant now, Duration patience) {
    return killed && now.isAfter(killAt.plus(patience));
  }

  /** All workers have done what they were to do. */
  boolean isDone() {
    return !tasks.isEmpty() && workers().allMatch(task -> task.exitCode().orElse(-1) == 0);
  }

  /** Everybody stopped as asked, so it saved what it had. */
  boolean stoppedInOrder() {
    return !killed
        && tasks.stream()
            .allMatch(task -> {
              int code = task.exitCode().orElse(-1);
              return code == 0 || code == STOPPED;
            });
  }

  /** The first task that has ended although nobody asked it to, and not because it was done. */
  Optional<Task> casualty() {
    return tasks.stream()
        .filter(task -> task.exitCode().orElse(0) != 0)
        .min(Comparator.comparing(Task::endedAt));
  }

  void close() {
    tasks.stream().filter(task -> !task.isOver()).forEach(Task::giveUp);
    ports.close();
  }

  private static Duration until(Instant now, Instant deadline) {
    return deadline.isAfter(now) ? Duration.between(now, deadline) : Duration.ZERO;
  }
}
