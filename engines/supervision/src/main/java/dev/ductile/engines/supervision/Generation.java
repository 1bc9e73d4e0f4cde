package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Program;
import dev.ductile.api.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The tasks of a job from a start of the whole job to its next stop. */
abstract sealed class Generation permits FixedGeneration, ElasticGeneration {
  /** Exit code of a task that was asked to stop and did; also that of death by SIGTERM. */
  static final int STOPPED = 143;

  /** Exit code of a task whose job would fail again however often it is started. */
  static final int UNRECOVERABLE = 78;

  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;

  private final GenerationSpec generationSpec;
  private final EngineContext context;
  private Instant started;
  private Runnable onFirstTask = () -> {};
  private boolean hasTasks;
  private Optional<Instant> askedAt = Optional.empty();
  private Instant killAt = Instant.MAX;
  private boolean killed;

  /** The reason to stop the whole job, and how long its tasks may take to end. */
  record StopDecision(StopReason why, Duration patience) {}

  /** A change of the job's size that is complete and stopped no task that stays. */
  record CompletedRescale(Size from, Allocation where, Duration pause) {}

  Generation(GenerationSpec generationSpec, EngineContext context) {
    this.generationSpec = generationSpec;
    this.context = context;
    this.started = context.now();
  }

  /** A generation of the kind that the job asks for; its resources are taken already. */
  static Generation of(GenerationSpec generationSpec, Allocation where, EngineContext context) {
    return switch (generationSpec.spec().rescaleMode()) {
      case CHECKPOINT -> new FixedGeneration(generationSpec, where, context);
      case HOT -> new ElasticGeneration(generationSpec, where, context);
    };
  }

  /** The tasks that an earlier engine has left; their resources are taken already. */
  static Generation of(
      GenerationSpec generationSpec,
      Allocation target,
      EngineContext context,
      FoundGeneration found) {
    return switch (found.rescaleMode()) {
      case CHECKPOINT -> new FixedGeneration(generationSpec, context, found);
      case HOT -> new ElasticGeneration(generationSpec, target, context, found);
    };
  }

  /** Asks for addresses, and starts the tasks whose addresses are known. */
  abstract void begin(Instant now);

  /** Why the job cannot start or continue: the address of a task is not known in time. */
  abstract Optional<String> addressProblem(Instant now);

  /** The nodes of its tasks, without a change that is under way. */
  abstract Allocation where();

  /** The nodes of its tasks, and of those that it is about to start. */
  abstract Set<NodeId> nodes();

  abstract List<SupervisedTask> tasks();

  /** The output of the tasks that report the job's progress. */
  abstract List<TaskOutput> outputs();

  abstract void report(JobProgress progress);

  /** Whether the job trains with all of its tasks. */
  abstract boolean hasBegun(JobProgress progress);

  /** Begins to change to another allocation without a stop; false if it cannot. */
  abstract boolean follow(JobSpec spec, Allocation target);

  /** The change that was completed since the last call. */
  abstract Optional<CompletedRescale> completedRescale();

  abstract Optional<StopDecision> stopDecision(JobProgress progress);

  /** Whether all the work of the job is done. */
  abstract boolean isDone();

  /** Whether all tasks stopped as asked, so that their work is saved. */
  abstract boolean stoppedInOrder();

  /** Starts, replaces and ends single tasks while the job continues. */
  abstract void tend(Instant now);

  /** Asks the tasks to stop. */
  abstract void ask();

  /** Checks tasks that were asked to stop. */
  abstract void lookAfterStop(Instant now);

  /** Gives back the resources and addresses of its tasks. */
  abstract void close();

  /**
   * Begins.
   *
   * @param onFirstTask called once, before the first task is started
   */
  final void start(Runnable onFirstTask) {
    this.onFirstTask = onFirstTask;
    begin(context.now());
  }

  /** Tasks are about to be started. */
  final void beforeTasks() {
    if (!hasTasks) {
      hasTasks = true;
      started = context.now();
      onFirstTask.run();
    }
  }

  /** Tasks of an earlier engine run already. */
  final void foundTasks() {
    hasTasks = true;
  }

  /**
   * A node is gone: its tasks are lost. A node that is cut off may still run them, so they are
   * killed all the same.
   *
   * @return whether the generation has a task on the node, or is to start one
   */
  final boolean loseTasks(NodeId node, String why, Instant now) {
    for (SupervisedTask task : tasks()) {
      if (task.placement().node().equals(node) && !task.isOver()) {
        task.kill("its node is gone");
        task.accept(new TaskEvent.Lost(task.id(), now, "was lost with its node: " + why));
      }
    }
    return nodes().contains(node);
  }

  /** Whether the events that an earlier engine received are all read. */
  final boolean isReplayed() {
    return tasks().stream().noneMatch(SupervisedTask::awaitsReplay);
  }

  /** Whether any of its tasks was ever started. */
  final boolean hasTasks() {
    return hasTasks;
  }

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

  /** When tasks that have not ended are killed. */
  final Instant killAt() {
    return killAt;
  }

  final boolean wasKilled() {
    return killed;
  }

  /** Checks the tasks, and takes each step that is due. */
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

  /** Asks all tasks to end; a task that has not ended after the grace is killed. */
  final void stop(Instant now, Duration grace) {
    Instant deadline = now.plus(grace);
    killAt = deadline.isBefore(killAt) ? deadline : killAt;
    if (askedAt.isEmpty() && !grace.isZero()) {
      ask();
    }
    askedAt = Optional.of(askedAt.orElse(now));
    look(now);
  }

  /** An earlier engine has asked all tasks to end. */
  final void wasAsked(Instant now, Duration grace) {
    killAt = now.plus(grace);
    askedAt = Optional.of(now);
  }

  final boolean isOver() {
    return tasks().stream().allMatch(SupervisedTask::isOver);
  }

  /** Whether tasks were killed so long ago that the engine no longer waits for their end. */
  final boolean isBeyondHope(Instant now) {
    Duration limit = context.settings().patience().kill();
    return killed && context.pauses().silence(killAt, now).compareTo(limit) > 0;
  }

  /** Whether the job trains; a job that never reports steps counts as training after a while. */
  final boolean isUnderWay(JobProgress progress, Instant now) {
    Instant quietEnd = started.plus(context.settings().patience().quiet());
    boolean isQuiet = hasTasks && !progress.hasEverReported() && !now.isBefore(quietEnd);
    return hasBegun(progress) || isQuiet;
  }

  /** When the job last made a step, or when its tasks were started. */
  final Instant lastStep(JobProgress progress) {
    return progress.stepAt().isAfter(started) ? progress.stepAt() : started;
  }

  /** The end of a job whose tasks do not get their addresses. */
  final Optional<StopDecision> addressDecision() {
    return addressProblem(context.now())
        .map(why -> new StopDecision(new StopReason.Crash(() -> why, false), shortGrace()));
  }

  /** Whether a task complained that its address is in use. */
  final boolean lostItsPort() {
    return tasks().stream().anyMatch(task -> task.output().portTaken());
  }

  /** When a task first reported a step. */
  final Optional<Instant> firstReport() {
    return outputs().stream()
        .flatMap(output -> output.firstReportAt().stream())
        .min(Instant::compareTo);
  }

  /** When a task last reported a step; without a report, when the tasks were started. */
  final Instant lastReport() {
    return outputs().stream()
        .filter(output -> output.reports() > 0)
        .map(TaskOutput::lastReportAt)
        .max(Instant::compareTo)
        .orElse(started);
  }

  /** The grace of the tasks of a crashed or cancelled job. */
  final Duration shortGrace() {
    return context.settings().patience().shortened(program().grace());
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

  /** The consequence for the job when a task ends unasked. */
  final StopDecision verdictOn(SupervisedTask task) {
    int code = task.exitCode().orElse(0);
    if (cannotRun(code)) {
      return new StopDecision(new StopReason.Failure(task::exitSentence), shortGrace());
    }
    if (code == UNRECOVERABLE) {
      return new StopDecision(
          new StopReason.Failure(() -> finalWord().orElseGet(task::exitSentence)), shortGrace());
    }
    if (program().failOn().contains(code)) {
      return new StopDecision(new StopReason.Failure(() -> fatal(task, code)), shortGrace());
    }
    StopReason crash =
        code == STOPPED
            ? new StopReason.Crash(() -> task.placement() + " was asked to stop from outside", true)
            : new StopReason.Crash(() -> sentence().orElseGet(task::exitSentence), false);
    return new StopDecision(crash, shortGrace());
  }

  private String fatal(SupervisedTask task, int code) {
    return "%s; exit code %d ends this job at once, unless retryOn lists it"
        .formatted(sentence().orElseGet(task::exitSentence), code);
  }

  /** The end of a job that hangs: its tasks are killed at once. */
  static StopDecision hung(String why) {
    return new StopDecision(new StopReason.Crash(() -> why, false), Duration.ZERO);
  }

  static boolean cannotRun(int exitCode) {
    return exitCode == NOT_FOUND || exitCode == NOT_EXECUTABLE;
  }

  /** Whether a task with this exit code ends the whole job. */
  static boolean endsTheJob(int exitCode, Program program) {
    return cannotRun(exitCode) || exitCode == UNRECOVERABLE || program.failOn().contains(exitCode);
  }

  static Duration until(Instant now, Instant deadline) {
    return deadline.isAfter(now) ? Duration.between(now, deadline) : Duration.ZERO;
  }
}
