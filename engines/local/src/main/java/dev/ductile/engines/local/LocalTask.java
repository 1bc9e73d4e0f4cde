package dev.ductile.engines.local;

import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskId;
import dev.ductile.engines.supervision.TaskSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One process that leads a process group of its own, and the processes that it starts. */
final class LocalTask {
  /**
   * Half the time for which the output may be silent when a process outside of the group holds it
   * open: two such waits show that the reader has reported all output.
   */
  private static final long LAST_OUTPUT_MILLIS = 500;

  /** The most such waits for a reader that is behind, because its disk or its processor is busy. */
  private static final int MOST_WAITS = 60;

  private final TaskSpec spec;
  private final Guard guard;
  private final InstantSource time;
  private final Consumer<TaskEvent> listener;
  private final CountDownLatch outputEnded = new CountDownLatch(1);
  private final CountDownLatch groupGone = new CountDownLatch(1);
  private final OutputReader output;
  private final Instant started;
  private final Process process;

  /**
   * Starts the process.
   *
   * @param pipe a named pipe for its output
   * @param listener receives its events, one at a time
   */
  LocalTask(
      TaskSpec spec,
      Path pipe,
      OutputLimits limits,
      Guard guard,
      InstantSource time,
      Consumer<TaskEvent> listener,
      Consumer<String> notes)
      throws IOException {
    this.spec = spec.withoutSecrets();
    this.guard = guard;
    this.time = time;
    this.listener = listener;
    this.started = time.instant();
    var shell = new TaskShell(spec);
    try (var end = new Pipe(pipe)) {
      var log = new LogFile(spec.log(), limits.logBytes(), time, notes);
      output =
          new OutputReader(
              spec.id(),
              end.in(),
              log,
              new SecretMask(spec.secrets().values()),
              limits.lineBytes(),
              time,
              this::report,
              outputEnded::countDown);
      Thread.ofPlatform().daemon().name(spec.id().toString()).start(output);
      this.process = shell.builder().redirectOutput(end.end()).start();
    }
    guard.watch(process.pid(), spec.grace());
    release(shell.release());
  }

  /** Begins to report its end, also an end before this call. */
  void watch() {
    Thread.ofVirtual().name(id() + " end").start(this::awaitEnd);
  }

  private void awaitEnd() {
    try {
      int status = process.waitFor();
      report(new TaskEvent.Exited(id(), time.instant(), status));
      guard.sweep(group(), spec.grace());
      groupGone.await();
      awaitOutput();
      report(new TaskEvent.Gone(id(), time.instant()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitOutput() throws InterruptedException {
    for (int waits = 0; waits < MOST_WAITS; waits++) {
      boolean ended = outputEnded.await(LAST_OUTPUT_MILLIS, TimeUnit.MILLISECONDS);
      if (ended || output.isCaughtUp()) {
        return;
      }
    }
  }

  TaskId id() {
    return spec.id();
  }

  NodeId node() {
    return spec.node();
  }

  /** The processors that it holds. */
  double cpus() {
    return spec.resources().amount(Resources.CPU);
  }

  Instant started() {
    return started;
  }

  /** Its process group, which is also its session. */
  long group() {
    return process.pid();
  }

  void stop() {
    process.toHandle().destroy();
  }

  void kill() {
    process.toHandle().destroyForcibly();
    if (groupGone.getCount() > 0) {
      guard.kill(group());
    }
  }

  /** Stops watching the process group, which may not have ended. */
  void forget() {
    if (groupGone.getCount() > 0) {
      guard.forget(group());
    }
  }

  /** The guard reports that no process of the group is left. */
  void groupIsGone() {
    guard.forget(group());
    groupGone.countDown();
  }

  private synchronized void report(TaskEvent event) {
    listener.accept(event);
  }

  private void release(byte[] text) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(text);
    } catch (IOException e) {
      // it was killed already, and its exit status is reported
    }
  }
}
