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

  private final GenerationSpec generationSpec;
  private final EngineContext context;
  private final Instant started;
  private Optional<Instant> askedAt = Optional.empty();
  private Instant killAt = Instant.MAX;
  private boolean killed;

  /** An end that has become due, and how long the tasks may take for it. */
  record StopDecision(StopReason why, Duration patience) {}

  /** A change that is over, without a stop of the whole. */
  record CompletedRescale(Size from, Allocation where, Duration pause) {}

  Generation(GenerationSpec generationSpec, EngineContext context) {
    this.generationSpec = generationSpec;
    this.context = context;
    this.started = context.now();
  }

  /** One of the kind that the job asks for; what it is to hold is taken from the room already. */
  static Generation of(GenerationSpec generationSpec, Allocation where, EngineContext context)
      throws IOException {
    return switch (generationSpec.spec().mechanism()) {
      case CHECKPOINT -> new FixedGeneration(generationSpec, where, context);
      case HOT -> new ElasticGeneration(generationSpec, where, context);
    };
  }

  /**
   * The tasks of an earlier engine, as they go on; what they hold is taken from the room already.
   */
  static Generation of(
      GenerationSpec generationSpec,
      Allocation target,
      EngineContext context,
      FoundGeneration found) {
    return switch (found.mechanism()) {
      case CHECKPOINT -> new FixedGeneration(generationSpec, context, found);
      case HOT -> new ElasticGeneration(generationSpec, target, context, found);
    };
  }

  /** Starts its tasks; what has begun stays in it if one cannot start. */
  abstract void start() throws IOException;

  /** Where it is, changes that are not over left out. */
  abstract Allocation where();

  abstract List<SupervisedTask> tasks();

  /** What those have printed who tell the progress of the job. */
  abstract List<TaskOutput> outputs();

  abstract void report(JobProgress progress);

  /** Whether it trains, with all who are to take part. */
  abstract boolean hasBegun(JobProgress progress);

  /** Heads for another allocation while it goes on; false where it cannot. */
  abstract boolean follow(JobSpec spec, Allocation target);

  /** The change that has come to its end since this was last asked. */
  abstract Optional<CompletedRescale> completedRescale();

  abstract Optional<StopDecision> stopDecision(JobProgress progress);

  /** All has been done that was to do. */
  abstract boolean isDone();

  /** Everybody stopped as asked, so what was done is saved. */
  abstract boolean stoppedInOrder();

  /** Looks after tasks while nobody has asked them all to stop. */
  abstract void tend(Instant now);

  /** Asks the tasks to stop. */
  abstract void ask();

  /** Looks after tasks that were asked to stop. */
  abstract void lookAfterStop(Instant now);

  /** Lets go of all that it holds. */
  abstract void close();

  final GenerationSpec generationSpec() {
    return generationSpec;
  }

  final EngineContext context() {
    return context;
  }

  final Program program() {
    return generationSpec.spec().program();
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
    for (SupervisedTask task : tasks()) {
      if (kill && !task.isOver()) {
        task.kill("it did not end in time");
        killed = true;
      }
      task.look(now, until(now, killAt));
    }
    lookAfterStop(now);
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
    return tasks().stream().allMatch(SupervisedTask::isOver);
  }

  /** Whether the tasks were killed so long ago that waiting for them is in vain. */
  final boolean isBeyondHope(Instant now) {
    return killed && now.isAfter(killAt.plus(context.settings().patience().kill()));
  }

  /** Whether it trains; one of a job that never reports steps does so after a while. */
  final boolean isUnderWay(JobProgress progress, Instant now) {
    Instant quietEnd = started.plus(context.settings().patience().quiet());
    return hasBegun(progress) || (!progress.hasEverReported() && !now.isBefore(quietEnd));
  }

  /** Whether a task complained that its address is in use. */
  final boolean lostItsPort() {
    return tasks().stream().anyMatch(task -> task.output().portTaken());
  }

  /** When the first of those who tell the progress reported a step. */
  final Optional<Instant> firstReport() {
    return outputs().stream()
        .flatMap(output -> output.firstReportAt().stream())
        .min(Instant::compareTo);
  }

  /** When it last reported a step; where it never did, when it was started. */
  final Instant lastReport() {
    return outputs().stream()
        .filter(output -> output.reports() > 0)
        .map(TaskOutput::lastReportAt)
        .max(Instant::compareTo)
        .orElse(started);
  }

  /** How long what is left may take to stop when a task has died. */
  final Duration patience() {
    Duration crash = context.settings().patience().crash();
    return program().grace().compareTo(crash) < 0 ? program().grace() : crash;
  }

  /** Why the job must not be started again, once a task has ended for good. */
  final Optional<String> finalWord() {
    return tasks().stream()
        .filter(task -> task.exitCode().orElse(0) == UNRECOVERABLE)
        .findFirst()
        .map(task -> sentence().orElseGet(task::exitSentence));
  }

  /** Why the job has failed, in the words of one of its tasks. */
  Optional<String> sentence() {
    return tasks().stream().flatMap(task -> task.output().failure().stream()).findFirst();
  }

  /** What the end of a task means that nobody had asked to end. */
  final StopDecision verdictOn(SupervisedTask task) {
    int code = task.exitCode().orElse(0);
    if (cannotRun(code)) {
      return new StopDecision(new StopReason.Failure(task::exitSentence), patience());
    }
    if (code == UNRECOVERABLE) {
      return new StopDecision(
          new StopReason.Failure(() -> finalWord().orElseGet(task::exitSentence)), patience());
    }
    StopReason crash =
        code == STOPPED
            ? new StopReason.Crash(
                () -> task.placement() + " was asked to stop by somebody else", true)
            : new StopReason.Crash(() -> sentence().orElseGet(task::exitSentence), false);
    return new StopDecision(crash, patience());
  }

  /** The end of a job that does nothing: nobody of it is trusted to end by himself. */
  static StopDecision hung(String why) {
    return new StopDecision(new StopReason.Crash(() -> why, false), Duration.ZERO);
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
