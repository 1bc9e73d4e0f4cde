package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Order;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Carries out the orders of one job, and reports the job's state. */
final class JobRunner {
  private final EngineContext context;
  private final JobId id;
  private final JobProgress progress;
  private final JobReports reports;
  private final RestartBudget restarts;
  private JobSpec spec;
  private Allocation target = Allocation.NONE;
  private long revision;
  private RunState state = RunState.IDLE;
  private Optional<Generation> current = Optional.empty();
  private StopReason ending = new StopReason.Change();
  private Optional<RescalePause> rescalePause = Optional.empty();
  private int generations;
  private boolean hasRun;
  private boolean checked;

  JobRunner(JobSpec spec, EngineContext context) {
    this.context = context;
    this.spec = spec;
    this.id = spec.id();
    this.progress = new JobProgress(id);
    this.reports = new JobReports(id, progress, context);
    this.restarts = new RestartBudget(context.settings().patience());
  }

  JobId id() {
    return id;
  }

  boolean isOver() {
    return state == RunState.OVER;
  }

  /** Whether its state can change without an order. */
  boolean isBusy() {
    return state != RunState.OVER && state != RunState.IDLE;
  }

  /** Begins to carry out an order; a late order changes nothing. */
  void take(Order order) {
    if (isOver() || order.revision() <= revision) {
      return;
    }
    look();
    if (isOver()) {
      return;
    }
    revision = order.revision();
    spec = order.spec();
    if (order.target().equals(target)) {
      confirm();
    } else {
      target = order.target();
      checked = false;
      headForTarget();
    }
  }

  /**
   * Takes over the job of an earlier engine, and carries out its last order.
   *
   * @param found the tasks that run; their resources are taken already
   */
  void adopt(Order order, Optional<FoundGeneration> found) {
    JobRecord known = JobRecord.read(context.folders().record(id)).orElse(JobRecord.NONE);
    generations = known.generations();
    restarts.restore(known.crashes());
    progress.restore(known.safeSteps());
    boolean hasStarted = known.running() && context.folders().hasLogs(id, generations);
    boolean isLost = !context.isDurable() || hasStarted;
    if (found.isPresent()) {
      takeOver(order, found.get());
    } else if (isLost && !order.target().isNone()) {
      revision = order.revision();
      reports.crashed(
          revision,
          "its tasks ended while no scheduler was there",
          context.now(),
          generations,
          restarts);
    } else {
      take(order);
    }
  }

  private void takeOver(Order order, FoundGeneration found) {
    Instant now = context.now();
    revision = order.revision();
    target = order.target();
    generations = found.number();
    become(RunState.WAITING);
    become(RunState.STARTING);
    progress.begin(found.where(), now);
    Generation generation = Generation.of(generationSpec(found.token()), target, context, found);
    current = Optional.of(generation);
    if (found.isStopping()) {
      become(RunState.STOPPING);
      ending = new StopReason.Change();
      generation.wasAsked(now, spec.program().grace());
    } else if (!generation.where().equals(target)) {
      headForTarget();
    }
  }

  /** Answers an order that changes nothing; a change under way is reported when it is complete. */
  private void confirm() {
    if (state == RunState.IDLE) {
      reports.released(revision);
    } else if (state == RunState.RUNNING) {
      current
          .filter(generation -> generation.where().equals(target))
          .ifPresent(_ -> reports.running(revision, target, context.now()));
    }
  }

  /** Ends the job for good; its tasks have only a short grace, because nothing of it is needed. */
  void cancel(String why) {
    switch (state) {
      case IDLE, WAITING -> {
        become(RunState.OVER);
        context.report(new Event.Cancelled(context.now(), id, why));
      }
      case STARTING, RUNNING ->
          stop(new StopReason.Cancel(why), current.orElseThrow().shortGrace());
      case STOPPING -> {
        if (!(ending instanceof StopReason.Done)) {
          ending = new StopReason.Cancel(why);
          current.ifPresent(generation -> generation.stop(context.now(), generation.shortGrace()));
        }
      }
      case OVER -> {}
    }
  }

  /** The engine closes, and the job ends. */
  void release() {
    if (!isOver() && !target.isNone()) {
      target = Allocation.NONE;
      headForTarget();
    }
  }

  /** A node is gone: its tasks are lost, and the job has crashed. */
  void lose(NodeId node, String why) {
    boolean isHit = current.filter(one -> one.loseTasks(node, why, context.now())).isPresent();
    if (isHit && (state == RunState.STARTING || state == RunState.RUNNING)) {
      String sentence = "node %s is gone: %s".formatted(node, why);
      stop(new StopReason.Crash(() -> sentence, true), current.orElseThrow().shortGrace());
    }
  }

  /** The platform does not answer, so that the tasks of the job may run or not. */
  void loseSight(String why) {
    if (current.filter(Generation::hasTasks).isPresent()) {
      context.report(new Event.Unknown(context.now(), id, revision, why));
    }
  }

  /** The platform answers again. */
  void findAgain() {
    look();
    if (state == RunState.RUNNING) {
      current.ifPresent(generation -> reports.running(revision, generation.where(), context.now()));
    }
  }

  /** Takes each step that is possible or due now. */
  void look() {
    switch (state) {
      case WAITING -> startIfPossible();
      case STARTING, RUNNING -> current.ifPresent(this::watch);
      case STOPPING -> current.ifPresent(this::lookAfterStop);
      case IDLE, OVER -> {}
    }
  }

  private void headForTarget() {
    switch (state) {
      case IDLE -> {
        become(RunState.WAITING);
        startIfPossible();
      }
      case WAITING -> {
        if (target.isNone()) {
          leave();
        } else {
          startIfPossible();
        }
      }
      case STARTING, RUNNING -> change(current.orElseThrow());
      case STOPPING, OVER -> {}
    }
  }

  /** Tasks join and leave while the job trains, if possible; else all stop and start again. */
  private void change(Generation generation) {
    boolean goesOn =
        !target.isNone()
            && new StartCheck(spec, target, context).text().isEmpty()
            && generation.follow(spec, target);
    if (!goesOn) {
      stop(new StopReason.Change(), spec.program().grace());
    }
  }

  private void startIfPossible() {
    Optional<String> gone = context.capacity().whyGone(target);
    if (gone.isPresent()) {
      target = Allocation.NONE;
      become(RunState.IDLE);
      reports.crashed(revision, gone.get(), context.now(), generations, restarts);
      return;
    }
    Optional<String> complaint =
        checked ? Optional.empty() : new StartCheck(spec, target, context).text();
    checked = true;
    if (complaint.isPresent()) {
      fail(complaint.get());
      return;
    }
    if (!restarts.isDue(context.now()) || !context.capacity().take(target, spec.demand())) {
      return;
    }
    generations++;
    try {
      context.prepare(spec, generations);
      begin(Generation.of(generationSpec(context.tokens().get()), target, context));
    } catch (IOException e) {
      context.capacity().give(target, spec.demand());
      fail(JobReports.cannotStart(e));
    }
  }

  private GenerationSpec generationSpec(String token) {
    return new GenerationSpec(
        spec, generations, restarts.crashes(), token, context.folders().checkpoints(id));
  }

  private void begin(Generation generation) {
    become(RunState.STARTING);
    progress.begin(target, context.now());
    current = Optional.of(generation);
    generation.start(() -> reports.write(true, generations, restarts.crashes()));
  }

  private void watch(Generation generation) {
    Instant now = context.now();
    generation.look(now);
    generation.report(progress);
    if (!generation.isReplayed()) {
      return;
    }
    if (state == RunState.STARTING
        && !context.contact().isLost()
        && generation.isUnderWay(progress, now)) {
      announce(generation, now);
    }
    if (state == RunState.RUNNING) {
      generation.completedRescale().ifPresent(change -> arrived(change, now));
    }
    progress.news(now, revision, context.settings().rhythm().report()).ifPresent(context::report);
    generation.stopDecision(progress).ifPresent(due -> stop(due.why(), due.patience()));
  }

  private void announce(Generation generation, Instant now) {
    become(RunState.RUNNING);
    hasRun = true;
    Allocation where = generation.where();
    reports.running(revision, where, now);
    Instant back = generation.firstReport().orElse(now);
    rescalePause.ifPresent(
        change -> reports.rescaled(revision, change.from(), where, change.until(back), now));
    rescalePause = Optional.empty();
  }

  /** Tasks have joined and left as ordered while the job continued. */
  private void arrived(Generation.CompletedRescale change, Instant now) {
    progress.moveTo(change.where());
    reports.running(revision, change.where(), now);
    reports.rescaled(revision, change.from(), change.where(), change.pause(), now);
  }

  private void stop(StopReason why, Duration patience) {
    Generation generation = current.orElseThrow();
    Instant now = context.now();
    become(RunState.STOPPING);
    ending = why;
    generation.stop(now, patience);
    context.wake().run();
  }

  private void lookAfterStop(Generation generation) {
    Instant now = context.now();
    generation.look(now);
    generation.report(progress);
    if (generation.isOver()) {
      conclude(generation);
    } else if (generation.isBeyondHope(now)) {
      context.notes().accept("job %s has processes that SIGKILL does not end".formatted(id));
      conclude(generation);
    }
  }

  private void conclude(Generation generation) {
    Instant now = context.now();
    generation.close();
    context.wake().run();
    current = Optional.empty();
    progress.news(now, revision, Duration.ZERO).ifPresent(context::report);
    if (!(ending instanceof StopReason.Crash) && generation.stoppedInOrder()) {
      progress.savedAll();
    }
    switch (ending) {
      case StopReason.Change() -> changed(generation, now);
      case StopReason.Done() -> finish(generation, now);
      case StopReason.Crash crash -> crashed(generation, crash, now);
      case StopReason.Failure failure -> fail(failure.why().get());
      case StopReason.Cancel(String why) -> {
        become(RunState.OVER);
        context.report(new Event.Cancelled(now, id, why));
      }
    }
  }

  private void changed(Generation generation, Instant now) {
    if (generation.isDone() && progress.step() >= spec.work().steps()) {
      finish(generation, now);
      return;
    }
    if (target.isNone()) {
      reports.unsaved(generation);
      leave();
      return;
    }
    rescalePause = rescalePause.or(() -> Optional.of(RescalePause.of(generation)));
    become(RunState.WAITING);
    startIfPossible();
  }

  private void leave() {
    rescalePause = Optional.empty();
    reports.write(false, generations, restarts.crashes());
    become(RunState.IDLE);
    reports.released(revision);
  }

  private void finish(Generation generation, Instant now) {
    if (!hasRun) {
      reports.running(revision, generation.where(), now);
    }
    become(RunState.OVER);
    context.report(new Event.Finished(now, id));
  }

  private void crashed(Generation generation, StopReason.Crash crash, Instant now) {
    Optional<String> finalWord = generation.finalWord();
    if (finalWord.isPresent()) {
      fail(finalWord.get());
      return;
    }
    if (progress.step() < 0 && generation.lostItsPort() && restarts.allowsPortClash()) {
      changed(generation, now);
      return;
    }
    String why = crash.why().get();
    boolean excused = crash.excused() && progress.step() >= 0;
    if (!restarts.allowsCrash(excused, spec.program().restarts(), now)) {
      fail("%s; it has no restarts left of %d".formatted(why, spec.program().restarts()));
      return;
    }
    target = Allocation.NONE;
    rescalePause = Optional.empty();
    become(RunState.IDLE);
    reports.crashed(revision, why, now, generations, restarts);
  }

  private void fail(String why) {
    become(RunState.OVER);
    context.report(new Event.Failed(context.now(), id, why));
  }

  private void become(RunState next) {
    state = state.become(next, id);
  }
}
