package dev.ductile.engines.supervision;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The parts of an engine that all of its jobs share.
 *
 * @param platform starts and ends tasks
 * @param environment variables that every task inherits
 * @param secrets the values that programs name as their secrets
 * @param notes takes lines for operators
 * @param outputListener receives each line of the process that reports for a job
 * @param tokens makes a secret for each generation
 * @param pauses time during which the engine itself did not run
 * @param contact whether the platform answers
 * @param forget takes tasks that have ended, when the reports of their ends are made
 * @param wake makes the engine check its jobs soon
 */
record EngineContext(
    Platform platform,
    NodeCapacity capacity,
    Folders folders,
    Map<String, String> environment,
    Secrets secrets,
    Settings settings,
    InstantSource time,
    EventQueue events,
    Consumer<String> notes,
    BiConsumer<JobId, String> outputListener,
    Supplier<String> tokens,
    PauseDetector pauses,
    PlatformContact contact,
    Consumer<SupervisedTask> forget,
    Runnable wake) {

  /** Whether tasks outlive this engine. */
  boolean isDurable() {
    return platform.launcher() instanceof DurableLauncher;
  }

  /** Makes the folders of a generation, with the rights that its tasks need. */
  void prepare(JobSpec spec, int generation) throws IOException {
    JobId job = spec.id();
    folders.prepare(job, generation);
    platform
        .users()
        .prepare(
            spec.owner(),
            folders.job(job),
            List.of(folders.checkpoints(job), folders.generation(job, generation)));
  }

  Instant now() {
    return time.instant();
  }

  /** No longer waits for a task, which has ended or which SIGKILL does not end. */
  void dismiss(SupervisedTask task) {
    task.giveUp();
    forget.accept(task);
  }

  void report(Event event) {
    events.report(event);
  }
}
