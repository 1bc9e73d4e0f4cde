package dev.ductile.engines.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** One process of a job, leader of a process group of its own, with all it starts. */
final class Task {
  /** Waits for a word from the engine before it becomes the task, so that the guard knows it. */
  private static final List<String> WRAPPER =
      List.of("setsid", "/bin/sh", "-c", "read -r go && exec \"$@\" </dev/null", "task");

  /** How long output may still be read when whoever holds it open has left the group. */
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);

  private static final int SIGNALLED = 128;
  private static final int KILLED = SIGNALLED + 9;

  private final Seat seat;
  private final Process process;
  private final Output output;
  private final Guard guard;
  private final CompletableFuture<Instant> ended;
  private boolean swept;
  private Optional<Instant> goneAt = Optional.empty();
  private boolean over;
  private Optional<String> killedFor = Optional.empty();

  private Task(Seat seat, Process process, Output output, Guard guard) {
    this.seat = seat;
    this.process = process;
    this.output = output;
    this.guard = guard;
    this.ended = process.toHandle().onExit().thenApply(end -> output.now());
  }

  /** What is needed to start one task. */
  record Start(
      Seat seat, List<String> command, Map<String, String> environment, Path directory, Path pipe) {
    /** The output of the new process goes where {@code output} makes of its pipe. */
    Task go(OutputMaker maker, Guard guard, Duration grace) throws IOException {
      try (var end = new Pipe(pipe)) {
        Output output = open(maker, end.in());
        Thread.ofPlatform().daemon().name(seat.toString()).start(output);
        var process = builder().redirectOutput(end.end()).start();
        guard.watch(process.pid(), grace);
        release(process);
        return new Task(seat, process, output, guard);
      }
    }

    private static Output open(OutputMaker maker, InputStream in) throws IOException {
      try {
        return maker.make(in);
      } catch (IOException e) {
        in.close();
        throw e;
      }
    }

    private ProcessBuilder builder() {
      var full = new ArrayList<>(WRAPPER);
      full.addAll(command);
      var builder =
          new ProcessBuilder(full).directory(directory.toFile()).redirectErrorStream(true);
      builder.environment().clear();
      builder.environment().putAll(environment);
      return builder;
    }

    private static void release(Process process) {
      try (OutputStream in = process.getOutputStream()) {
        in.write("go\n".getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // it was killed already, which its exit code will tell
      }
    }
  }

  /** Opens the log and what else reads the output of one task. */
  @FunctionalInterface
  interface OutputMaker {
    Output make(InputStream in) throws IOException;
  }

  Seat seat() {
    return seat;
  }

  long group() {
    return process.pid();
  }

  Reading reading() {
    return output.reading();
  }

  boolean isUp() {
    return process.isAlive();
  }

  /** When it ended; the far future until that is known. */
  Instant endedAt() {
    return ended.getNow(Instant.MAX);
  }

  /** Sends SIGTERM to the task alone; what it started is its own affair for now. */
  void ask() {
    process.toHandle().destroy();
  }

  /** Sends SIGKILL to the task and all of its group; the obituary says why. */
  void kill(String why) {
    killedFor = killedFor.or(() -> process.isAlive() ? Optional.of(why) : Optional.empty());
    process.toHandle().destroyForcibly();
    guard.kill(process.pid());
  }

  /** Whether this engine has sent it SIGKILL. */
  boolean isKilled() {
    return killedFor.isPresent();
  }

  /** Notices its end, and then ends what it leaves behind. */
  void look(Instant now, Duration graceOfTheRest) {
    if (over || process.isAlive()) {
      return;
    }
    if (!swept) {
      swept = true;
      guard.sweep(process.pid(), graceOfTheRest);
    }
    if (goneAt.isEmpty() && guard.isGone(process.pid())) {
      goneAt = Optional.of(now);
      guard.forget(process.pid());
    }
    over =
        goneAt.isPresent() && (output.hasEnded() || !now.isBefore(goneAt.get().plus(LAST_OUTPUT)));
  }

  /** Whether nobody of its group is left and all it printed is read. */
  boolean isOver() {
    return over;
  }

  /** The engine no longer waits for a process that even SIGKILL does not end. */
  void giveUp() {
    over = true;
    guard.forget(process.pid());
  }

  OptionalInt exitCode() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /** How it ended, for people: {@code worker 1 exited with 3: CUDA out of memory}. */
  String obituary() {
    int code = exitCode().orElse(0);
    String how =
        code > SIGNALLED
            ? "%s was ended by signal %d%s".formatted(seat, code - SIGNALLED, reason(code))
            : "%s exited with %d".formatted(seat, code);
    String words = reading().failure().orElse(reading().lastWords());
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
