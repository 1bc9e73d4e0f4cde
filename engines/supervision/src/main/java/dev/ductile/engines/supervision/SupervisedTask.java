package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** One task of a job: its output, its host and its end. */
final class SupervisedTask {
  private static final int SIGNALLED = 128;
  private static final int KILLED = SIGNALLED + 9;

  /** The exit status of a task whose launcher does not know it. */
  private static final int UNKNOWN = 255;

  private final TaskId id;
  private final TaskPlacement placement;
  private final Launcher launcher;
  private final ProgressFormat format;
  private final Consumer<TaskEvent.Line> outputListener;
  private final Runnable news;

  private volatile TaskOutput output;
  private volatile Optional<String> host = Optional.empty();
  private volatile Optional<Exit> exit = Optional.empty();
  private volatile boolean gone;
  private volatile boolean awaitsReplay;
  private volatile Optional<String> lost = Optional.empty();
  private Optional<String> killedFor = Optional.empty();
  private boolean givenUp;

  private record Exit(Instant at, int status) {}

  /**
   * A task that has reported nothing yet.
   *
   * @param outputListener receives every line that the task prints
   * @param news called when the host of the task, its first step or its end is reported
   */
  SupervisedTask(
      TaskId id,
      TaskPlacement placement,
      Launcher launcher,
      ProgressFormat format,
      Consumer<TaskEvent.Line> outputListener,
      InstantSource time,
      Runnable news) {
    this.id = id;
    this.placement = placement;
    this.launcher = launcher;
    this.format = format;
    this.outputListener = outputListener;
    this.news = news;
    this.output = TaskOutput.none(time.instant());
  }

  /** Takes in an event; called on a thread of the launcher. */
  void accept(TaskEvent event) {
    switch (event) {
      case TaskEvent.Placed placed -> {
        host = Optional.of(placed.host());
        news.run();
      }
      case TaskEvent.Replayed _ -> {
        awaitsReplay = false;
        news.run();
      }
      case TaskEvent.Printed printed -> output = output.withOutput(printed.at());
      case TaskEvent.Line line -> read(line);
      case TaskEvent.Exited exited -> end(new Exit(exited.at(), exited.status()));
      case TaskEvent.Gone _ -> vanish();
      case TaskEvent.Lost loss -> {
        lost = Optional.of(loss.why());
        end(new Exit(loss.at(), UNKNOWN));
        vanish();
      }
    }
  }

  private void read(TaskEvent.Line line) {
    outputListener.accept(line);
    output = output.withOutput(line.at());
    var report = format.read(line.text());
    if (report.isEmpty()) {
      output = output.with(line.text());
      return;
    }
    output = output.with(report.get(), line.at());
    if (output.reports() == 1) {
      news.run();
    }
  }

  private void end(Exit how) {
    exit = exit.or(() -> Optional.of(how));
    news.run();
  }

  private void vanish() {
    gone = true;
    news.run();
  }

  TaskId id() {
    return id;
  }

  TaskPlacement placement() {
    return placement;
  }

  /** The launcher is about to report events that an earlier engine has received already. */
  void expectReplay() {
    awaitsReplay = true;
  }

  /** Whether events that are received now may be old. */
  boolean awaitsReplay() {
    return awaitsReplay && !isOver();
  }

  /** The host at which other tasks reach it, if the launcher has reported one. */
  Optional<String> host() {
    return host;
  }

  TaskOutput output() {
    return output;
  }

  boolean isUp() {
    return exit.isEmpty();
  }

  /** When the task ended; {@code Instant.MAX} until that is known. */
  Instant endedAt() {
    return exit.map(Exit::at).orElse(Instant.MAX);
  }

  /** Sends SIGTERM to the task alone, not to the processes that it started. */
  void ask() {
    launcher.signal(id, TaskSignal.STOP);
  }

  /**
   * Sends SIGKILL to the task and its process group, for a reason that the report of its end names.
   */
  void kill(String why) {
    killedFor = killedFor.or(() -> isUp() ? Optional.of(why) : Optional.empty());
    launcher.signal(id, TaskSignal.KILL);
  }

  /** Whether this engine has sent SIGKILL to the task. */
  boolean isKilled() {
    return killedFor.isPresent();
  }

  /** Kills the processes that the task left behind when they outlive it by this time. */
  void look(Instant now, Duration graceOfTheRest) {
    if (!isUp() && !isOver() && !now.isBefore(endedAt().plus(graceOfTheRest))) {
      launcher.signal(id, TaskSignal.KILL);
    }
  }

  /** Whether no process of the task is left and all of its output is read. */
  boolean isOver() {
    return gone || givenUp;
  }

  /** The engine no longer waits for a process that SIGKILL does not end. */
  void giveUp() {
    givenUp = true;
  }

  /** The launcher may forget the task: its end is reported. */
  void forget() {
    launcher.signal(id, TaskSignal.FORGET);
  }

  OptionalInt exitCode() {
    return exit.map(end -> OptionalInt.of(end.status())).orElse(OptionalInt.empty());
  }

  /** The end of the task as a sentence: {@code worker 1 exited with 3: CUDA out of memory}. */
  String exitSentence() {
    if (lost.isPresent()) {
      return "%s %s".formatted(placement, lost.get());
    }
    int code = exitCode().orElse(0);
    String how =
        code > SIGNALLED
            ? "%s was ended by signal %d%s".formatted(placement, code - SIGNALLED, reason(code))
            : "%s exited with %d".formatted(placement, code);
    String words = output().failure().orElse(output().lastWords());
    return words.isEmpty() ? how : how + ": " + words;
  }

  /** The kernel is named as the cause only if this engine has sent no signal. */
  private String reason(int code) {
    String suspicion =
        killedFor
            .map(why -> "the engine killed it: " + why)
            .orElse("maybe the machine ran out of memory");
    return code == KILLED ? " (%s)".formatted(suspicion) : "";
  }
}
