package dev.ductile.engines.supervision;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What all jobs of an engine share.
 *
 * @param platform starts and ends tasks
 * @param environment what every task inherits
 * @param notes takes lines for people
 * @param outputListener hears each line of the process that reports for a job
 * @param tokens makes a secret that nobody can guess
 * @param pauses since when the engine listens to them
 * @param forget takes tasks that have ended, once what their ends mean is reported
 * @param wake makes the engine look at its jobs soon
 */
record EngineContext(
    Platform platform,
    NodeCapacity capacity,
    Folders folders,
    Map<String, String> environment,
    Settings settings,
    InstantSource time,
    EventQueue events,
    Consumer<String> notes,
    BiConsumer<JobId, String> outputListener,
    Supplier<String> tokens,
    PauseDetector pauses,
    Consumer<SupervisedTask> forget,
    Runnable wake) {

  /** Whether tasks outlive this engine. */
  boolean isDurable() {
    return platform.launcher() instanceof DurableLauncher;
  }

  Instant now() {
    return time.instant();
  }

  /** No longer waits for a task, which has ended or which even SIGKILL does not end. */
  void dismiss(SupervisedTask task) {
    task.giveUp();
    forget.accept(task);
  }

  void report(Event event) {
    events.report(event);
  }
}
