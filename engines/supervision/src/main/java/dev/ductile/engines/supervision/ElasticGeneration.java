package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A job whose tasks join and leave while the others continue; its master holds the membership. */
final class ElasticGeneration extends Generation {
  /** After this many failures of a task without a step of the job, the job crashes. */
  private static final int MOST_FAILURES = 3;

  /** How long tasks may take to end by themselves when their master has ended. */
  private static final Duration LAST_WORD_TIME = Duration.ofMillis(500);

  private final MasterStatus masterStatus;
  private final MasterSilence masterSilence;
  private final TaskGroup group;
  private Allocation target;
  private Instant targetSince;
  private Instant settledAt = Instant.MIN;
  private boolean begun;
  private Optional<Change> change = Optional.empty();
  private Optional<StopDecision> trouble = Optional.empty();
  private double countedFrom = -1;
  private Instant askRestAt = Instant.MAX;
  private boolean restAsked;

  /** A change under way; {@code totalPause} is the sum of the pauses before it. */
  private record Change(Size from, Duration totalPause) {}

  ElasticGeneration(GenerationSpec generationSpec, Allocation target, EngineContext context) {
    super(generationSpec, context);
    this.target = target;
    this.targetSince = context.now();
    this.masterStatus = new MasterStatus(context.time());
    this.masterSilence =
        new MasterSilence(generationSpec.spec().id(), context.pauses(), context.notes());
    this.group = new TaskGroup(generationSpec, target, context, masterStatus, this::beforeTasks);
  }

  /** Tasks of an earlier engine, the master among them. */
  ElasticGeneration(
      GenerationSpec generationSpec,
      Allocation target,
      EngineContext context,
      FoundGeneration found) {
    super(generationSpec, context);
    this.target = target;
    this.targetSince = context.now();
    this.masterStatus = new MasterStatus(context.time());
    this.masterSilence =
        new MasterSilence(generationSpec.spec().id(), context.pauses(), context.notes());
    this.group = new TaskGroup(generationSpec, target, context, masterStatus, found);
    foundTasks();
  }

  @Override
  void begin(Instant now) {
    group.startDue(now);
  }

  @Override
  Optional<String> addressProblem(Instant now) {
    return group.addressProblem(now);
  }

  @Override
  Allocation where() {
    return group.where();
  }

  @Override
  Set<NodeId> nodes() {
    return group.allSlots().map(slot -> slot.placement().node()).collect(Collectors.toSet());
  }

  @Override
  List<SupervisedTask> tasks() {
    return group.allSlots().flatMap(slot -> slot.task().stream()).toList();
  }

  @Override
  List<TaskOutput> outputs() {
    return group.master().task().map(SupervisedTask::output).stream().toList();
  }

  @Override
  void report(JobProgress progress) {
    progress.setWhole(group.isSettled());
    masterStatus
        .last()
        .ifPresent(update -> {
          progress.look(update);
          countedFrom = Math.min(countedFrom, update.step());
          if (update.step() > countedFrom && group.isSettled()) {
            countedFrom = update.step();
            group.resetFailures();
            masterStatus.resetFailures(update);
          }
        });
  }

  @Override
  boolean hasBegun(JobProgress progress) {
    return begun && progress.step() >= 0;
  }

  @Override
  boolean follow(JobSpec spec, Allocation newTarget) {
    boolean otherKind = (newTarget.servers() == 0) != (target.servers() == 0);
    if (spec.rescaleMode() != RescaleMode.HOT || otherKind) {
      return false;
    }
    if (begun) {
      change =
          Optional.of(change.orElse(new Change(group.where().size(), masterStatus.totalPause())));
    }
    target = newTarget;
    targetSince = context().now();
    group.aimAt(newTarget);
    context().wake().run();
    return true;
  }

  @Override
  Optional<CompletedRescale> completedRescale() {
    if (change.isEmpty() || !hasArrived()) {
      return Optional.empty();
    }
    Change over = change.get();
    change = Optional.empty();
    Duration pause = masterStatus.totalPause().minus(over.totalPause());
    return Optional.of(new CompletedRescale(over.from(), target, pause));
  }

  @Override
  Optional<StopDecision> stopDecision(JobProgress progress) {
    if (isDone()) {
      return Optional.of(new StopDecision(new StopReason.Done(), program().grace()));
    }
    Instant now = context().now();
    return trouble
        .or(() -> firstFailure().map(this::verdictOn))
        .or(this::repeatedFailure)
        .or(() -> hang(progress, now).filter(_ -> !group.awaitsAddress()).map(Generation::hung));
  }

  private Optional<String> hang(JobProgress progress, Instant now) {
    return Watchdog.stall(program().stall(), progress, lastStep(progress), now, context().pauses())
        .or(() -> missingMembers(now));
  }

  @Override
  boolean isDone() {
    return group
        .master()
        .task()
        .flatMap(ElasticGeneration::code)
        .filter(code -> code == 0)
        .isPresent();
  }

  @Override
  boolean stoppedInOrder() {
    return group
        .master()
        .task()
        .filter(task -> task.output().reports() > 0)
        .flatMap(ElasticGeneration::code)
        .filter(code -> code == 0 || code == STOPPED)
        .isPresent();
  }

  @Override
  void tend(Instant now) {
    group.look(now, shortGrace());
    masterStatus.takeRequests().forEach(one -> group.replace(one.task(), one.why(), one.at()));
    Duration stall = program().stall();
    for (SupervisedTask task : tasks()) {
      if (Watchdog.isSilent(task, now, stall, context().pauses())) {
        String why = "it " + Watchdog.silence(Watchdog.limit(task, stall));
        group.replace(task.placement().name(), why, now);
      }
    }
    group
        .master()
        .task()
        .filter(SupervisedTask::isUp)
        .ifPresent(master -> masterSilence.look(master, now));
    settledAt = group.isSettled() ? now : settledAt;
    begun |= hasArrived();
    trouble = trouble.or(this::addressDecision);
    steer(now);
  }

  /** Asks the master alone: it saves, and then stops the others. */
  @Override
  void ask() {
    group.master().task().filter(SupervisedTask::isUp).ifPresent(SupervisedTask::ask);
  }

  @Override
  void lookAfterStop(Instant now) {
    if (group.master().isUp()) {
      return;
    }
    if (askRestAt.equals(Instant.MAX)) {
      askRestAt = now.plus(lastWordTime(now));
    }
    if (!restAsked && !now.isBefore(askRestAt)) {
      restAsked = true;
      tasks().stream().filter(SupervisedTask::isUp).forEach(SupervisedTask::ask);
    }
  }

  /** How long the others may take to end after the last message of their master. */
  private Duration lastWordTime(Instant now) {
    Duration half = until(now, killAt()).dividedBy(2);
    Duration most = half.compareTo(LAST_WORD_TIME) < 0 ? half : LAST_WORD_TIME;
    return hasMasterSpoken() ? most : Duration.ZERO;
  }

  private boolean hasMasterSpoken() {
    return outputs().stream().anyMatch(output -> output.reports() > 0);
  }

  @Override
  void close() {
    group.close();
  }

  /**
   * Starts missing tasks, and dismisses surplus tasks when the new ones are members. Two jobs that
   * wait for each other's resources would wait for ever, so after a while the whole job stops and
   * starts again.
   */
  private void steer(Instant now) {
    boolean crowded = false;
    for (TaskChanges.RoleOnNode place : moves().missing()) {
      crowded |= !group.add(place, now);
    }
    TaskChanges moves = moves();
    if (moves.surplus().isEmpty() || !group.isSettled()) {
      return;
    }
    if (!crowded || moves.leavesOne(group.staying())) {
      group.dismiss(moves.surplus(), now);
    } else if (now.isAfter(targetSince.plus(context().settings().patience().shortGrace()))) {
      trouble = Optional.of(new StopDecision(new StopReason.Change(), program().grace()));
    }
  }

  private boolean hasArrived() {
    return moves().isEmpty() && group.isSettled();
  }

  private TaskChanges moves() {
    return TaskChanges.towards(target, group.staying());
  }

  /** Reported by a master, dead or alive; a later step of the job clears it. */
  @Override
  Optional<String> sentence() {
    return masterStatus.failure();
  }

  /** A task whose end is the end of the job. */
  private Optional<SupervisedTask> firstFailure() {
    return tasks().stream()
        .filter(task -> {
          int code = task.exitCode().orElse(0);
          boolean stopped = task.placement().role() == Role.MASTER && code == STOPPED;
          return stopped || endsTheJob(code, program());
        })
        .findFirst();
  }

  private Optional<StopDecision> repeatedFailure() {
    return group
        .find(slot -> slot.failures() >= MOST_FAILURES)
        .map(slot -> {
          String why = sentence().orElse(slot.lastFailure());
          return new StopDecision(new StopReason.Crash(() -> why, false), shortGrace());
        });
  }

  /** The membership differs from the started tasks for longer than the stall time. */
  private Optional<String> missingMembers(Instant now) {
    Duration stall = program().stall();
    Instant since = settledAt.isAfter(group.changedAt()) ? settledAt : group.changedAt();
    boolean late = context().pauses().silence(since, now).compareTo(stall) > 0;
    if (!late || group.isAnyLeaving() || group.isSettled()) {
      return Optional.empty();
    }
    String members =
        masterStatus.last().flatMap(MasterStatus.Update::size).map(Size::toString).orElse("none");
    return Optional.of(
        "after %s the master reports as members: %s; the job should have %s"
            .formatted(Watchdog.seconds(stall), members, group.where().size()));
  }

  private static Optional<Integer> code(SupervisedTask task) {
    return task.exitCode().isPresent() ? Optional.of(task.exitCode().getAsInt()) : Optional.empty();
  }
}
