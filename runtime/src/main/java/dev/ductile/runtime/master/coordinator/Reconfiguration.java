package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.coordinator.Barriers.Barrier;
import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.report.Pause;
import dev.ductile.runtime.master.tasks.Participant;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The procedure by which a job changes its members. It starts again whenever an event interrupts
 * it.
 */
final class Reconfiguration {
  /** The time for a task with a broken connection to come back. */
  private static final Duration GRACE = Duration.ofMillis(150);

  /** The time to read parameters from disk. */
  private static final Duration DISK = Duration.ofSeconds(60);

  /**
   * The largest distance of a step boundary; workers halt within a step if the boundary is further.
   */
  private static final int STEPS = 4;

  /**
   * Loading a split may take this many times as long as an answer before the liveness check of all
   * tasks.
   */
  private static final int LOADING = 5;

  /** The time after which the last checkpoint is not evaluated any more. */
  private static final Duration VALIDATION = Duration.ofMinutes(2);

  private final JobView view;
  private final AwaitedCheckpoint saving;
  private Cause cause = Cause.START;
  private boolean atBoundary;
  private Optional<Attempt> attempt = Optional.empty();
  private long deadline;
  private final Barriers barriers = new Barriers();

  Reconfiguration(JobView view) {
    this.view = view;
    saving = new AwaitedCheckpoint(view, this::goOn);
    if (view.assignment().resumed() > 0) {
      barriers.takeOver(view.measuredNow());
    }
  }

  /** A worker reports steps. */
  void progressed(Participant one, MasterMessage.FinishedSteps progress) {
    barriers.progressed(one.task(), progress.idleNanos(), view.measuredNow());
  }

  /**
   * Asks all workers to halt.
   *
   * @param clock the scaling clock; 0 halts them at once
   */
  void begin(Cause why, long clock) {
    if (view.phase().isOver()) {
      return;
    }
    attempt = Optional.empty();
    saving.forget();
    barriers.open(view.measuredNow());
    if (!canBegin()) {
      if (view.phase() != JobPhase.GATHERING) {
        view.enter(JobPhase.GATHERING);
      }
      return;
    }
    if (!view.phase().isReconfiguration()) {
      cause = why;
    }
    view.announce();
    atBoundary = clock > 0;
    view.participants.all().forEach(Participant::forgetAnswers);
    view.enter(JobPhase.HALTING);
    barriers.attempt(atBoundary, view.measuredNow());
    patience(atBoundary ? boundaryPatience() : answer());
    view.participants.workers().forEach(one -> halt(one, one.isInRoster() ? clock : 0));
    if (atBoundary && clock < Long.MAX_VALUE) {
      view.participants.servers().filter(this::haltsByItself).forEach(one -> halt(one, clock));
    }
    advance();
  }

  /** Whether a server is told of a step as prepared, so that it finds the boundary itself. */
  private boolean haltsByItself(Participant one) {
    return one.isInRoster() || view.isHeldBy(one);
  }

  /** Whether there is a task for each role, or servers that only have to save. */
  private boolean canBegin() {
    boolean saves = view.ending().isPresent() && view.assignment().resumed() > 0;
    return view.participants.holders().findAny().isPresent() && (saves || !hasNoWorker());
  }

  private boolean hasNoWorker() {
    return view.participants.workers().findAny().isEmpty();
  }

  /** The periodic liveness check of a task that is no member yet; it answers that it has halted. */
  void ask(Participant one) {
    view.announce();
    halt(one, 0);
  }

  private void halt(Participant one, long clock) {
    view.send(one, new TaskMessage.Halt(view.assignment().generation(), clock));
  }

  private void passed(Barrier which) {
    barriers.passed(which, view.measuredNow());
  }

  /** A task that has only just started is still warming up. */
  private Duration answer() {
    return view.assignment().resumed() == 0 ? DISK : view.setup.job().faults().answer();
  }

  private Duration boundaryPatience() {
    return answer().plusNanos((long) (STEPS * view.ledger.stepNanos()));
  }

  /** From now on, this attempt waits for answers for this long. */
  void patience(Duration time) {
    deadline = view.now() + time.toNanos();
  }

  void halted(Participant one, MasterMessage.Halted halted) {
    if (halted.generation() != view.assignment().generation()
        || !view.phase().isReconfiguration()) {
      return;
    }
    halted.idle().ifPresent(idle -> barriers.halted(one.task(), idle, view.measuredNow()));
    one.halted(halted.state());
    halted.state().splits().forEach(each -> view.count(each.split(), each.examples()));
    advance();
  }

  void ready(Participant one, int generation) {
    if (generation == view.assignment().generation() && view.phase() == JobPhase.ASSIGNING) {
      one.isNowReady();
      advance();
    }
  }

  /** The checkpoint for which all members wait. */
  AwaitedCheckpoint saving() {
    return saving;
  }

  /** Continues if no answer is missing, and suspects tasks that take too long. */
  void advance() {
    switch (view.phase()) {
      case HALTING -> halting();
      case COLLECTING -> collecting();
      case LOADING -> loading();
      case ASSIGNING -> assigning();
      case SAVING -> saving.advance();
      case VALIDATING -> validating();
      case GATHERING, RUNNING, STOPPING, ENDED -> {}
    }
  }

  private void halting() {
    List<Participant> silent =
        view.participants.workers().filter(one -> one.isOpen() && one.state().isEmpty()).toList();
    if (silent.isEmpty()) {
      passed(Barrier.WORKERS);
      view.participants.servers().filter(one -> one.state().isEmpty()).forEach(one -> halt(one, 0));
      view.enter(JobPhase.COLLECTING);
      patience(answer());
      collecting();
    } else if (isLate() && atBoundary) {
      begin(cause, 0);
    } else {
      complain(silent);
    }
  }

  private boolean isLate() {
    return view.judges() && view.now() > deadline;
  }

  private void complain(Collection<Participant> silent) {
    if (isLate()) {
      silent.forEach(one -> drop(one, "no answer for " + answer(), true));
      begin(Cause.LOSS, 0);
    }
  }

  /** Removes a task that is gone. */
  void drop(Participant one, String why, boolean replace) {
    view.participants.remove(one);
    view.transfers.gone(one.task());
    view.ledger.forget(one.task());
    view.listener.happened("%s is lost: %s".formatted(one, why));
    if (replace) {
      view.listener.replace(one.member().name(), why);
    }
    if (one.isOpen()) {
      view.send(one, new TaskMessage.Stop(JobCoordinator.LOST, why));
      view.outbound.cut(one.link(), why);
    }
  }

  private void collecting() {
    List<Participant> silent =
        view.participants.open().filter(one -> one.state().isEmpty()).toList();
    if (!silent.isEmpty()) {
      complain(silent);
      return;
    }
    List<Participant> lost = view.participants.all().filter(one -> !one.isOpen()).toList();
    if (lost.stream().anyMatch(one -> view.now() - one.lostAt() < GRACE.toNanos())) {
      return;
    }
    if (!lost.isEmpty()) {
      lost.forEach(one -> drop(one, "its connection broke", false));
      begin(Cause.LOSS, 0);
      return;
    }
    passed(Barrier.SERVERS);
    decide();
  }

  private void decide() {
    Attempt found = Attempt.of(view);
    found.check(view);
    attempt = Optional.of(found);
    boolean complete = hasNoWorker() || view.transfers.orderSplits(found.table().splits());
    if (found.goesBack() && view.assignment().resumed() > 0) {
      view.listener.happened("the job goes back to step %d".formatted(found.step()));
      view.goesBack();
    }
    if (complete) {
      assign(found);
    } else {
      view.enter(JobPhase.LOADING);
      fetched();
    }
  }

  /** A worker has loaded a split: the others get the same time again. */
  void fetched() {
    if (view.phase() == JobPhase.LOADING) {
      patience(answer().multipliedBy(LOADING));
    }
  }

  /**
   * If no split arrives for long, all tasks are asked again to halt; a task that does not answer is
   * lost.
   */
  private void loading() {
    Attempt found = attempt.orElseThrow();
    if (view.transfers.orderSplits(found.table().splits())) {
      assign(found);
    } else if (isLate()) {
      view.participants
          .open()
          .filter(one -> view.transfers.hasSplitsFor(one.task()))
          .forEach(one -> dropIfStuck(one, found.table().splits()));
      begin(cause, 0);
    }
  }

  /** A file on disk must be readable; a remote source may take its time. */
  private void dropIfStuck(Participant one, List<Integer> owners) {
    boolean reads =
        IntStream.range(0, owners.size())
            .filter(split -> owners.get(split) == one.task())
            .anyMatch(split -> one.hasSplit(split) && !one.hasLoaded(split));
    Duration most = reads ? DISK : Newcomers.SPLIT;
    if (view.transfers.quietNanos(one.task()) > most.toNanos()) {
      drop(one, "it gets no split for " + most, true);
    }
  }

  /** Leaving tasks get the assignment too: their last push may count, and they report it. */
  private void assign(Attempt found) {
    passed(Barrier.SPLITS);
    view.assign(
        view.assignment().assigned(found.table(), found.step(), found.cursors(), found.goesBack()));
    view.participants.all().forEach(one -> one.enrolled(found.roster().contains(one.task())));
    view.transfers.forgetReplicas();
    view.absent.goOnWithout();
    if (found.goesBack()) { // another master cannot derive this from the reported states
      view.note();
    }
    patience(found.goesBack() ? DISK : answer());
    var message =
        new TaskMessage.Assign(
            view.assignment().generation(),
            found.step(),
            found.start(),
            view.participants.members(Participant::isInRoster),
            found.table(),
            view.examples(),
            found.cursors());
    view.participants
        .all()
        .filter(one -> one.isInRoster() || one.isLeaving())
        .forEach(one -> {
          one.keeps(found.table().splits());
          view.send(one, message);
        });
    view.noteSoon();
    view.enter(JobPhase.ASSIGNING);
  }

  private void assigning() {
    List<Participant> busy = view.participants.roster().filter(one -> !one.isReady()).toList();
    if (!busy.isEmpty()) {
      complain(busy);
      return;
    }
    if (!view.isNoted()) {
      return;
    }
    if (view.isFinished(view.assignment().step())) {
      view.end(0, "the stop rule is reached");
    }
    boolean wanted = view.ending().isPresent() || cause == Cause.CHECKPOINT;
    if (wanted && !view.isSaved()) {
      view.enter(JobPhase.SAVING);
      saving.begin();
    } else {
      goOn();
    }
  }

  private void goOn() {
    OptionalInt ending = view.ending();
    if (ending.isEmpty()) {
      resume();
    } else if (ending.getAsInt() == 0 && view.validating.isBusy()) {
      view.enter(JobPhase.VALIDATING);
      patience(VALIDATION);
    } else {
      stopAll(ending.getAsInt(), "the job is over");
    }
  }

  /** The last checkpoint is evaluated before the job ends. */
  private void validating() {
    if (!view.validating.isBusy() || isLate()) {
      stopAll(view.ending().orElse(JobCoordinator.FAILED), "the job is over");
    }
  }

  private void resume() {
    view.assign(view.assignment().begun());
    var message = new TaskMessage.Resume(view.assignment().generation());
    view.participants.roster().forEach(one -> view.send(one, message));
    Pause pause = barriers.close(view.assignment().generation(), cause, view.measuredNow());
    view.noteSoon();
    view.begins(view.now());
    view.listener.reconfigured(pause);
    view.enter(JobPhase.RUNNING);
    letGo();
  }

  /** The tasks that leave and hold nothing any more. */
  private void letGo() {
    List<Participant> free =
        view.participants.all().filter(one -> one.isLeaving() && !one.isInRoster()).toList();
    for (Participant one : free) {
      view.send(one, new TaskMessage.Stop(JobCoordinator.STOPPED, "it has left"));
      view.participants.letGo(one);
      view.transfers.gone(one.task());
      view.ledger.forget(one.task());
      view.listener.happened(one + " has left");
    }
  }

  /** Tells all tasks to end. */
  void stopAll(int exitCode, String why) {
    if (view.phase().isOver()) {
      return;
    }
    view.end(exitCode, why);
    view.enter(JobPhase.STOPPING);
    view.note();
    view.participants.open().forEach(one -> view.send(one, new TaskMessage.Stop(exitCode, why)));
  }
}
