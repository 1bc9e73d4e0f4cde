package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** One task of a job as its supervision sees it: what it printed, and how it ended. */
final class SupervisedTask {
  private static final int SIGNALLED = 128;
  private static final int KILLED = SIGNALLED + 9;

  /** Stands for the exit status of a task whose launcher does not know it. */
  private static final int UNKNOWN = 255;

  private final TaskId id;
  private final TaskPlacement placement;
  private final Launcher launcher;
  private final ProgressFormat format;
  private final Consumer<TaskEvent.Line> outputListener;
  private final Runnable news;

  private volatile TaskOutput output;
  private volatile Optional<Exit> exit = Optional.empty();
  private volatile boolean gone;
  private volatile Optional<String> lost = Optional.empty();
  private Optional<String> killedFor = Optional.empty();
  private boolean givenUp;

  private record Exit(Instant at, int status) {}

  /**
   * A task of which nothing is known yet.
   *
   * @param outputListener hears every line that it prints
   * @param news called at the first report of a step, and at its end
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

  TaskOutput output() {
    return output;
  }

  boolean isUp() {
    return exit.isEmpty();
  }

  /** When it ended; the far future until that is known. */
  Instant endedAt() {
    return exit.map(Exit::at).orElse(Instant.MAX);
  }

  /** Sends SIGTERM to the task alone; what it started is its own affair for now. */
  void ask() {
    launcher.signal(id, TaskSignal.STOP);
  }

  /** Sends SIGKILL to the task and all of its group; the obituary says why. */
  void kill(String why) {
    killedFor = killedFor.or(() -> isUp() ? Optional.of(why) : Optional.empty());
    launcher.signal(id, TaskSignal.KILL);
  }

  /** Whether this engine has sent it SIGKILL. */
  boolean isKilled() {
    return killedFor.isPresent();
  }

  /** Kills what it left behind if that takes longer than this. */
  void look(Instant now, Duration graceOfTheRest) {
    if (!isUp() && !isOver() && !now.isBefore(endedAt().plus(graceOfTheRest))) {
      launcher.signal(id, TaskSignal.KILL);
    }
  }

  /** Whether nobody of its group is left and all it printed is read. */
  boolean isOver() {
    return gone || givenUp;
  }

  /** The engine no longer waits for a process that even SIGKILL does not end. */
  void giveUp() {
    givenUp = true;
  }

  /** Its end is noted, and nothing of it need be kept. */
  void forget() {
    launcher.signal(id, TaskSignal.FORGET);
  }

  OptionalInt exitCode() {
    return exit.map(end -> OptionalInt.of(end.status())).orElse(OptionalInt.empty());
  }

  /** How it ended, for people: {@code worker 1 exited with 3: CUDA out of memory}. */
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

  /** The kernel is suspected only where this engine has sent no signal itself. */
  private String reason(int code) {
    String suspicion =
        killedFor
            .map(why -> "the engine killed it: " + why)
            .orElse("maybe the machine ran out of memory");
    return code == KILLED ? " (%s)".formatted(suspicion) : "";
  }
}
