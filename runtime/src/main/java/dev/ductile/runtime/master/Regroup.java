package dev.ductile.runtime.master;

import dev.ductile.runtime.master.Barriers.Barrier;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The one procedure by which a job changes; begun again whenever something happens in it. */
final class Regroup {
  /** How long somebody whose connection broke may take to come back. */
  private static final Duration GRACE = Duration.ofMillis(150);

  /** What is on disk may take so long. */
  private static final Duration DISK = Duration.ofSeconds(60);

  /** A boundary may be so many steps away before workers are stopped where they are. */
  private static final int STEPS = 4;

  /** A split may take so many times as long as an answer before all are asked whether they live. */
  private static final int LOADING = 5;

  /** An evaluation of the last checkpoint that takes longer is left out. */
  private static final Duration VALIDATION = Duration.ofMinutes(2);

  private final Chart chart;
  private final AwaitedCheckpoint saving;
  private Cause cause = Cause.START;
  private boolean atBoundary;
  private Optional<Attempt> attempt = Optional.empty();
  private long deadline;
  private final Barriers barriers = new Barriers();

  Regroup(Chart chart) {
    this.chart = chart;
    saving = new AwaitedCheckpoint(chart, this::goOn);
    if (chart.assignment().resumed() > 0) {
      barriers.takeOver(chart.measuredNow());
    }
  }

  /** A worker reports steps. */
  void progressed(Participant one, MasterMessage.Progress progress) {
    barriers.progressed(one.task(), progress.idleNanos(), chart.measuredNow());
  }

  /**
   * Asks all workers to stand.
   *
   * @param clock the scaling clock; 0 stops them where they are
   */
  void begin(Cause why, long clock) {
    if (chart.phase().isOver()) {
      return;
    }
    attempt = Optional.empty();
    saving.forget();
    barriers.open(chart.measuredNow());
    if (!canBegin()) {
      if (chart.phase() != Phase.GATHERING) {
        chart.enter(Phase.GATHERING);
      }
      return;
    }
    if (!chart.phase().isRegroup()) {
      cause = why;
    }
    chart.announce();
    atBoundary = clock > 0;
    chart.crew.all().forEach(Participant::forgetAnswers);
    chart.enter(Phase.HALTING);
    barriers.attempt(atBoundary, chart.measuredNow());
    patience(atBoundary ? boundaryPatience() : answer());
    chart.crew.workers().forEach(one -> halt(one, one.isInRoster() ? clock : 0));
    if (atBoundary && clock < Long.MAX_VALUE) {
      chart.crew.servers().filter(this::standsByItself).forEach(one -> halt(one, clock));
    }
    advance();
  }

  /** Whether a server is told of a step as prepared, so that it finds the boundary itself. */
  private boolean standsByItself(Participant one) {
    return one.isInRoster() || chart.isHeldBy(one);
  }

  /** Whether there is somebody for each role, or servers that only have to save. */
  private boolean canBegin() {
    boolean saves = chart.ending().isPresent() && chart.assignment().resumed() > 0;
    return chart.crew.holders().findAny().isPresent() && (saves || !nobodyWorks());
  }

  private boolean nobodyWorks() {
    return chart.crew.workers().findAny().isEmpty();
  }

  /** Asks one who does not take part yet whether he lives: he answers that he stands. */
  void ask(Participant one) {
    chart.announce();
    halt(one, 0);
  }

  private void halt(Participant one, long clock) {
    chart.send(one, new TaskMessage.Halt(chart.assignment().generation(), clock));
  }

  private void passed(Barrier which) {
    barriers.passed(which, chart.measuredNow());
  }

  /** Who has only just started is still warming up. */
  private Duration answer() {
    return chart.assignment().resumed() == 0 ? DISK : chart.setup.job().faults().answer();
  }

  private Duration boundaryPatience() {
    return answer().plusNanos((long) (STEPS * chart.ledger.stepNanos()));
  }

  /** The answers of this attempt are waited for so long from now on. */
  void patience(Duration time) {
    deadline = chart.now() + time.toNanos();
  }

  void stood(Participant one, MasterMessage.Stood stood) {
    if (stood.generation() != chart.assignment().generation() || !chart.phase().isRegroup()) {
      return;
    }
    stood.idle().ifPresent(idle -> barriers.stood(one.task(), idle, chart.measuredNow()));
    one.stood(stood.standing());
    stood.standing().splits().forEach(each -> chart.count(each.split(), each.examples()));
    advance();
  }

  void ready(Participant one, int generation) {
    if (generation == chart.assignment().generation() && chart.phase() == Phase.ASSIGNING) {
      one.isNowReady();
      advance();
    }
  }

  /** The checkpoint that all wait for. */
  AwaitedCheckpoint saving() {
    return saving;
  }

  /** Goes on where nothing is waited for any more, and complains where it takes too long. */
  void advance() {
    switch (chart.phase()) {
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
        chart.crew.workers().filter(one -> one.isOpen() && one.standing().isEmpty()).toList();
    if (silent.isEmpty()) {
      passed(Barrier.WORKERS);
      chart.crew.servers().filter(one -> one.standing().isEmpty()).forEach(one -> halt(one, 0));
      chart.enter(Phase.COLLECTING);
      patience(answer());
      collecting();
    } else if (isLate() && atBoundary) {
      begin(cause, 0);
    } else {
      complain(silent);
    }
  }

  private boolean isLate() {
    return chart.judges() && chart.now() > deadline;
  }

  private void complain(Collection<Participant> silent) {
    if (isLate()) {
      silent.forEach(one -> bury(one, "no answer for " + answer(), true));
      begin(Cause.LOSS, 0);
    }
  }

  /** Somebody is not there any more. */
  void bury(Participant one, String why, boolean replace) {
    chart.crew.remove(one);
    chart.errands.gone(one.task());
    chart.ledger.forget(one.task());
    chart.watcher.happened("%s is lost: %s".formatted(one, why));
    if (replace) {
      chart.watcher.replace(one.member().name(), why);
    }
    if (one.isOpen()) {
      chart.send(one, new TaskMessage.Stop(Brain.LOST, why));
      chart.hands.cut(one.link(), why);
    }
  }

  private void collecting() {
    List<Participant> silent = chart.crew.open().filter(one -> one.standing().isEmpty()).toList();
    if (!silent.isEmpty()) {
      complain(silent);
      return;
    }
    List<Participant> lost = chart.crew.all().filter(one -> !one.isOpen()).toList();
    if (lost.stream().anyMatch(one -> chart.now() - one.lostAt() < GRACE.toNanos())) {
      return;
    }
    if (!lost.isEmpty()) {
      lost.forEach(one -> bury(one, "its connection broke", false));
      begin(Cause.LOSS, 0);
      return;
    }
    passed(Barrier.SERVERS);
    decide();
  }

  private void decide() {
    Attempt found = Attempt.of(chart);
    found.check(chart);
    attempt = Optional.of(found);
    boolean complete = nobodyWorks() || chart.errands.orderSplits(found.table().splits());
    if (found.goesBack() && chart.assignment().resumed() > 0) {
      chart.watcher.happened("the job goes back to step %d".formatted(found.step()));
      chart.goesBack();
    }
    if (complete) {
      assign(found);
    } else {
      chart.enter(Phase.LOADING);
      fetched();
    }
  }

  /** Somebody has a split: the others may take as long again. */
  void fetched() {
    if (chart.phase() == Phase.LOADING) {
      patience(answer().multipliedBy(LOADING));
    }
  }

  /** Where no split comes for long, all are asked again to stand: who does not answer is lost. */
  private void loading() {
    Attempt found = attempt.orElseThrow();
    if (chart.errands.orderSplits(found.table().splits())) {
      assign(found);
    } else if (isLate()) {
      chart
          .crew
          .open()
          .filter(one -> chart.errands.hasSplitsFor(one.task()))
          .forEach(one -> buryIfStuck(one, found.table().splits()));
      begin(cause, 0);
    }
  }

  /** What is on disk must come from there; where data come from may take its time. */
  private void buryIfStuck(Participant one, List<Integer> owners) {
    boolean reads =
        IntStream.range(0, owners.size())
            .filter(split -> owners.get(split) == one.task())
            .anyMatch(split -> one.hasSplit(split) && !one.hasLoaded(split));
    Duration most = reads ? DISK : Newcomers.SPLIT;
    if (chart.errands.quietNanos(one.task()) > most.toNanos()) {
      bury(one, "it gets no split for " + most, true);
    }
  }

  /** Those who leave hear it too: what they did last may count, and they tell of it. */
  private void assign(Attempt found) {
    passed(Barrier.SPLITS);
    chart.assign(
        chart
            .assignment()
            .assigned(found.table(), found.step(), found.cursors(), found.goesBack()));
    chart.crew.all().forEach(one -> one.enrolled(found.roster().contains(one.task())));
    chart.errands.forgetCopies();
    chart.absent.goOnWithout();
    if (found.goesBack()) { // standings alone do not tell that to another master
      chart.note();
    }
    patience(found.goesBack() ? DISK : answer());
    var message =
        new TaskMessage.Assign(
            chart.assignment().generation(),
            found.step(),
            found.start(),
            chart.crew.members(Participant::isInRoster),
            found.table(),
            chart.examples(),
            found.cursors());
    chart
        .crew
        .all()
        .filter(one -> one.isInRoster() || one.isLeaving())
        .forEach(one -> {
          one.keeps(found.table().splits());
          chart.send(one, message);
        });
    chart.noteSoon();
    chart.enter(Phase.ASSIGNING);
  }

  private void assigning() {
    List<Participant> busy = chart.crew.roster().filter(one -> !one.isReady()).toList();
    if (!busy.isEmpty()) {
      complain(busy);
      return;
    }
    if (!chart.isNoted()) {
      return;
    }
    if (chart.isFinished(chart.assignment().step())) {
      chart.end(0, "all is done");
    }
    boolean wanted = chart.ending().isPresent() || cause == Cause.CHECKPOINT;
    if (wanted && !chart.isSaved()) {
      chart.enter(Phase.SAVING);
      saving.begin();
    } else {
      goOn();
    }
  }

  private void goOn() {
    OptionalInt ending = chart.ending();
    if (ending.isEmpty()) {
      resume();
    } else if (ending.getAsInt() == 0 && chart.validating.isBusy()) {
      chart.enter(Phase.VALIDATING);
      patience(VALIDATION);
    } else {
      stopAll(ending.getAsInt(), "the job is over");
    }
  }

  /** What a job has learnt is told before it ends. */
  private void validating() {
    if (!chart.validating.isBusy() || isLate()) {
      stopAll(chart.ending().orElse(Brain.FAILED), "the job is over");
    }
  }

  private void resume() {
    chart.assign(chart.assignment().begun());
    var message = new TaskMessage.Resume(chart.assignment().generation());
    chart.crew.roster().forEach(one -> chart.send(one, message));
    Pause pause = barriers.close(chart.assignment().generation(), cause, chart.measuredNow());
    chart.noteSoon();
    chart.begins(chart.now());
    chart.watcher.regrouped(pause);
    chart.enter(Phase.RUNNING);
    letGo();
  }

  /** Those who leave and hold nothing any more. */
  private void letGo() {
    List<Participant> free =
        chart.crew.all().filter(one -> one.isLeaving() && !one.isInRoster()).toList();
    for (Participant one : free) {
      chart.send(one, new TaskMessage.Stop(Brain.STOPPED, "it has left"));
      chart.crew.letGo(one);
      chart.errands.gone(one.task());
      chart.ledger.forget(one.task());
      chart.watcher.happened(one + " has left");
    }
  }

  /** Tells everybody to end. */
  void stopAll(int exitCode, String why) {
    if (chart.phase().isOver()) {
      return;
    }
    chart.end(exitCode, why);
    chart.enter(Phase.STOPPING);
    chart.note();
    chart.crew.open().forEach(one -> chart.send(one, new TaskMessage.Stop(exitCode, why)));
  }
}
