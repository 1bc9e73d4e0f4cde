package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Program;
import dev.ductile.api.Size;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The tasks of a job between a start and the next stop of the whole. */
abstract sealed class Generation permits FixedGeneration, ElasticGeneration {
  /** Exit code of a task that was asked to stop and did; also that of death by SIGTERM. */
  static final int STOPPED = 143;

  /** Exit code of a task whose job would fail again however often it is started. */
  static final int UNRECOVERABLE = 78;

  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;

  private final Terms terms;
  private final Machine machine;
  private final Instant started;
  private Optional<Instant> askedAt = Optional.empty();
  private Instant killAt = Instant.MAX;
  private boolean killed;

  /** An end that has become due, and how long the tasks may take for it. */
  record Verdict(Ending why, Duration patience) {}

  /** A change that is over, without a stop of the whole. */
  record Arrival(Size from, Allocation where, Duration pause) {}

  Generation(Terms terms, Machine machine) {
    this.terms = terms;
    this.machine = machine;
    this.started = machine.now();
  }

  /** One of the kind that the job asks for; what it is to hold is taken from the room already. */
  static Generation of(Terms terms, Allocation where, Machine machine) throws IOException {
    return switch (terms.spec().mechanism()) {
      case CHECKPOINT -> new FixedGeneration(terms, where, machine);
      case HOT -> new ElasticGeneration(terms, where, machine);
    };
  }

  /**
   * The tasks of an earlier engine, as they go on; what they hold is taken from the room already.
   */
  static Generation of(Terms terms, Allocation target, Machine machine, FoundGeneration found) {
    return switch (found.mechanism()) {
      case CHECKPOINT -> new FixedGeneration(terms, machine, found);
      case HOT -> new ElasticGeneration(terms, target, machine, found);
    };
  }

  /** Starts its tasks; what has begun stays in it if one cannot start. */
  abstract void start() throws IOException;

  /** Where it is, changes that are not over left out. */
  abstract Allocation where();

  abstract List<Task> tasks();

  /** What those have printed who tell the progress of the job. */
  abstract List<Reading> readings();

  abstract void report(Track track);

  /** Whether it trains, with all who are to take part. */
  abstract boolean hasBegun(Track track);

  /** Heads for another allocation while it goes on; false where it cannot. */
  abstract boolean follow(JobSpec spec, Allocation target);

  /** The change that has come to its end since this was last asked. */
  abstract Optional<Arrival> arrival();

  abstract Optional<Verdict> verdict(Track track);

  /** All has been done that was to do. */
  abstract boolean isDone();

  /** Everybody stopped as asked, so what was done is saved. */
  abstract boolean stoppedInOrder();

  /** Looks after tasks while nobody has asked them all to stop. */
  abstract void tend(Instant now);

  /** Asks the tasks to stop. */
  abstract void ask();

  /** Looks after tasks that were asked to stop. */
  abstract void seeOff(Instant now);

  /** Lets go of all that it holds. */
  abstract void close();

  final Terms terms() {
    return terms;
  }

  final Machine machine() {
    return machine;
  }

  final Program program() {
    return terms.spec().program();
  }

  final Instant started() {
    return started;
  }

  /** When those who are still there are killed. */
  final Instant killAt() {
    return killAt;
  }

  final boolean wasKilled() {
    return killed;
  }

  /** Notices what has happened, and does what is due. */
  final void look(Instant now) {
    if (askedAt.isEmpty()) {
      tend(now);
      return;
    }
    boolean kill = !now.isBefore(killAt);
    for (Task task : tasks()) {
      if (kill && !task.isOver()) {
        task.kill("it did not end in time");
        killed = true;
      }
      task.look(now, until(now, killAt));
    }
    seeOff(now);
  }

  /** Asks for the end of the whole; who is still there after the grace is killed. */
  final void stop(Instant now, Duration grace) {
    Instant deadline = now.plus(grace);
    killAt = deadline.isBefore(killAt) ? deadline : killAt;
    if (askedAt.isEmpty() && !grace.isZero()) {
      ask();
    }
    askedAt = Optional.of(askedAt.orElse(now));
    look(now);
  }

  /** An earlier engine has asked for the end of the whole. */
  final void wasAsked(Instant now, Duration grace) {
    killAt = now.plus(grace);
    askedAt = Optional.of(now);
  }

  final boolean isOver() {
    return tasks().stream().allMatch(Task::isOver);
  }

  /** Whether the tasks were killed so long ago that waiting for them is in vain. */
  final boolean isBeyondHope(Instant now) {
    return killed && now.isAfter(killAt.plus(machine.settings().patience().kill()));
  }

  /** Whether it trains; one of a job that never reports steps does so after a while. */
  final boolean isUnderWay(Track track, Instant now) {
    Instant quietEnd = started.plus(machine.settings().patience().quiet());
    return hasBegun(track) || (!track.hasEverReported() && !now.isBefore(quietEnd));
  }

  /** Whether a task complained that its address is in use. */
  final boolean lostItsPort() {
    return tasks().stream().anyMatch(task -> task.reading().portTaken());
  }

  /** When the first of those who tell the progress reported a step. */
  final Optional<Instant> firstReport() {
    return readings().stream()
        .flatMap(reading -> reading.firstReportAt().stream())
        .min(Instant::compareTo);
  }

  /** When it last reported a step; where it never did, when it was started. */
  final Instant lastReport() {
    return readings().stream()
        .filter(reading -> reading.reports() > 0)
        .map(Reading::lastReportAt)
        .max(Instant::compareTo)
        .orElse(started);
  }

  /** How long what is left may take to stop when a task has died. */
  final Duration patience() {
    Duration crash = machine.settings().patience().crash();
    return program().grace().compareTo(crash) < 0 ? program().grace() : crash;
  }

  /** Why the job must not be started again, once a task has ended for good. */
  final Optional<String> finalWord() {
    return tasks().stream()
        .filter(task -> task.exitCode().orElse(0) == UNRECOVERABLE)
        .findFirst()
        .map(task -> sentence().orElseGet(task::obituary));
  }

  /** Why the job has failed, in the words of one of its tasks. */
  Optional<String> sentence() {
    return tasks().stream().flatMap(task -> task.reading().failure().stream()).findFirst();
  }

  /** What the end of a task means that nobody had asked to end. */
  final Verdict verdictOn(Task task) {
    int code = task.exitCode().orElse(0);
    if (cannotRun(code)) {
      return new Verdict(new Ending.Failure(task::obituary), patience());
    }
    if (code == UNRECOVERABLE) {
      return new Verdict(
          new Ending.Failure(() -> finalWord().orElseGet(task::obituary)), patience());
    }
    Ending crash =
        code == STOPPED
            ? new Ending.Crash(() -> task.seat() + " was asked to stop by somebody else", true)
            : new Ending.Crash(() -> sentence().orElseGet(task::obituary), false);
    return new Verdict(crash, patience());
  }

  /** The end of a job that does nothing: nobody of it is trusted to end by himself. */
  static Verdict hung(String why) {
    return new Verdict(new Ending.Crash(() -> why, false), Duration.ZERO);
  }

  static boolean cannotRun(int exitCode) {
    return exitCode == NOT_FOUND || exitCode == NOT_EXECUTABLE;
  }

  /** Whether a task that has ended so takes the whole job with it. */
  static boolean endsTheJob(int exitCode) {
    return cannotRun(exitCode) || exitCode == UNRECOVERABLE;
  }

  static Duration until(Instant now, Instant deadline) {
    return deadline.isAfter(now) ? Duration.between(now, deadline) : Duration.ZERO;
  }
}
