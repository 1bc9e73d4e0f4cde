package dev.ductile.runtime;

import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.transport.Address;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The end of a task that is asked to stop: ordered by its master or, without a master, by itself.
 */
final class ShutdownHandling {
  private static final int FAILED = 1;
  private static final int CONNECT_MILLIS = 1_000;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** In a hot job a dead master is restarted, and may order this task to hand over its state. */
  private static final Duration HOT_PATIENCE = Duration.ofSeconds(3);

  /** A master needs less time than this to end. */
  private static final Duration LAST_WORD = Duration.ofSeconds(5);

  private final Task task;
  private final Address.Tcp master;
  private volatile OptionalInt verdict = OptionalInt.empty();
  private Optional<Thread> leading = Optional.empty();

  ShutdownHandling(Task task, Address.Tcp master) {
    this.task = task;
    this.master = master;
  }

  /** The master lives in this process: it is asked to stop, and its end ends the process. */
  void lead(Leader leader, StopSignal signal) {
    signal.whenAsked(leader::stop);
    leading = Optional.of(Thread.ofPlatform().daemon().name("master").start(() -> run(leader)));
  }

  private void run(Leader leader) {
    int code = FAILED;
    try {
      code = leader.run();
    } finally {
      verdict = OptionalInt.of(code);
      task.die();
    }
  }

  /**
   * All tasks are asked at once, and the master is in another process: the task waits for its
   * order.
   */
  void follow(StopSignal signal) {
    signal.whenAsked(() -> watch(Duration.ZERO));
  }

  /** Only this task is asked: it leaves the job. */
  void leave(StopSignal signal) {
    signal.whenAsked(() -> {
      task.leave();
      watch(HOT_PATIENCE);
    });
  }

  private void watch(Duration patience) {
    Thread.ofVirtual()
        .start(() -> {
          long seen = System.nanoTime();
          while (true) {
            if (isThere()) {
              seen = System.nanoTime();
            } else if (System.nanoTime() - seen > patience.toNanos()) {
              break;
            }
            LockSupport.parkNanos(LOOK_NANOS);
          }
          verdict = OptionalInt.of(StopSignal.STOPPED);
          task.die();
        });
  }

  private boolean isThere() {
    try (var socket = new Socket()) {
      socket.connect(master.socket(), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * A master in this process still orders the others to end, and reports why the job has failed.
   */
  private static void awaitLastWord(Thread master) {
    try {
      master.join(LAST_WORD);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs the task; returns the exit code of the process. */
  int run() {
    int code = task.run();
    leading.ifPresent(ShutdownHandling::awaitLastWord);
    return code == Task.ALONE ? verdict.orElse(code) : code;
  }
}
