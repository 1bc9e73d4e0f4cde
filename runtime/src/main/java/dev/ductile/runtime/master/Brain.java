package dev.ductile.runtime.master;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.job.UnrecoverableException;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.Member;
import dev.ductile.runtime.protocol.TaskMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a master thinks: it hears what tasks say and what becomes of their links, and answers
 * through its {@link Hands}. It has no thread, no socket and no file.
 */
final class Brain {
  /** The job was asked to stop, or a task was. */
  static final int STOPPED = 143;

  /** The job went on without this task. */
  static final int LOST = 4;

  /** The job cannot go on; another start may succeed. */
  static final int FAILED = 1;

  /** The job cannot go on, and another start would end in the same way. */
  static final int UNRECOVERABLE = UnrecoverableException.EXIT_CODE;

  /** So often a task may lose its connection while no step ends. */
  private static final int RETURNS = 10;

  private static final Duration RETURN = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  /** Who has lost a master finds the next one in less. */
  private static final Duration LAST_WORD = Duration.ofMillis(500);

  private static final Duration OFTEN = Duration.ofMillis(500);

  final Chart chart;

  /** What a message must be before it is told here. */
  final Sense sense;

  private final Duration gathering;
  private final Regroup regroup;
  private final Upkeep upkeep;
  private final Reload reload;
  private final Breakages breakages;
  private final Suspicions suspicions = new Suspicions();
  private Phase seen = Phase.GATHERING;
  private long since;
  private long toldAt;

  /**
   * A master of a job that has not begun, or that goes on.
   *
   * @param gathering how long the first tasks are waited for
   */
  Brain(Setup setup, Duration gathering, Clocks clocks, Hands hands, Watcher watcher) {
    this.gathering = gathering;
    chart = new Chart(setup, hands, watcher, clocks);
    sense = new Sense(chart);
    regroup = new Regroup(chart);
    upkeep = new Upkeep(chart, regroup);
    reload = new Reload(chart, regroup);
    breakages = new Breakages(chart, regroup, upkeep);
    since = chart.now();
    toldAt = since;
    if (chart.ending().isPresent() && setup.before().filter(JournalEntry::isOver).isPresent()) {
      regroup.stopAll(chart.ending().getAsInt(), "the master before has ended it");
    }
  }

  /** A task comes, or comes back. */
  void arrived(int link, MasterMessage.Register register) {
    int task = register.member().task();
    if (chart.phase().isOver()) {
      chart.hands.send(
          link, new TaskMessage.Stop(chart.ending().orElse(STOPPED), "the job is over"));
    } else if (task < 0) {
      welcome(link, register);
    } else if (isForgotten(task)) {
      chart.hands.send(link, new TaskMessage.Stop(LOST, "the job went on without it"));
    } else {
      returned(link, register);
    }
    advance();
  }

  private void welcome(int link, MasterMessage.Register register) {
    Member member = register.member().withTask(chart.nextTask());
    chart.crew.named(member.name()).ifPresent(old -> bury(old, "another took its place"));
    chart.absent.hasSuccessor(member.name());
    var one = new Participant(member, chart.assignment().resumed(), link);
    one.stood(register.standing());
    chart.crew.add(one);
    upkeep.crewHasChanged();
    chart.watcher.happened("%s comes from %s".formatted(one, member.tcp()));
    chart.note();
    chart.send(one, new TaskMessage.Welcome(one.task(), chart.setup.job()));
  }

  /** Whether the job went on without a task, under this master or the one before. */
  private boolean isForgotten(int task) {
    return chart.crew.isGone(task)
        || (chart.absent.isForgotten(task) && chart.crew.task(task).isEmpty());
  }

  private void bury(Participant one, String why) {
    boolean counted = one.isInRoster() || chart.phase().isRegroup();
    regroup.bury(one, why, false);
    upkeep.crewHasChanged();
    if (counted && chart.phase() != Phase.GATHERING) {
      regroup.begin(Cause.LOSS, 0);
    }
  }

  private void returned(int link, MasterMessage.Register register) {
    int task = register.member().task();
    chart.absent.isBack(task);
    chart.taskIsTaken(task);
    Optional<Participant> known = chart.crew.task(task);
    if (known.isPresent()) {
      known.get().back(link);
      chart.watcher.happened(known.get() + " is back");
      if (known.get().returns() > RETURNS) {
        regroup.bury(known.get(), "its connection breaks again and again", true);
      }
    } else {
      var one = new Participant(register.member(), 0, link);
      one.stood(register.standing());
      chart.crew.add(one);
      upkeep.crewHasChanged();
    }
    if (chart.phase() != Phase.GATHERING) {
      regroup.begin(Cause.RETURN, 0);
    }
  }

  /** A task says something. */
  void heard(int link, MasterMessage.FromMember message) {
    chart.crew.link(link).ifPresent(one -> heard(one, message));
    if (message instanceof MasterMessage.Progress progress) {
      chart.crew.leaver(link).ifPresent(one -> progressed(one, progress));
    }
    advance();
  }

  private void heard(Participant one, MasterMessage.FromMember message) {
    one.heard(chart.now());
    switch (message) {
      case MasterMessage.Stood stood -> {
        upkeep.stood(stood.generation());
        regroup.stood(one, stood);
      }
      case MasterMessage.Ready(int generation) -> regroup.ready(one, generation);
      case MasterMessage.Synced(List<Integer> partitions) -> upkeep.synced(one, partitions);
      case MasterMessage.Fetched fetched -> fetched(one, fetched);
      case MasterMessage.Progress progress -> progressed(one, progress);
      case MasterMessage.Leave() -> leaves(one);
      case MasterMessage.Suspect(int task, String why) -> suspected(one, task, why);
      case MasterMessage.Saved(long clock, WrittenFile file) -> {
        upkeep.saved(one, clock, file);
        regroup.saving().saved(one, clock, file);
      }
      case MasterMessage.NotSaved(long clock, String why) -> {
        chart.watcher.happened("%s saves no step %d: %s".formatted(one, clock, why));
        upkeep.notSaved(clock);
        regroup.saving().notSaved(clock);
      }
      case MasterMessage.NotLoaded failure -> reload.failed(one, failure);
      case MasterMessage.Broken(MasterMessage.Fault fault, String why) ->
          breakages.broken(one, fault, why);
    }
  }

  private void fetched(Participant one, MasterMessage.Fetched fetched) {
    fetched
        .splits()
        .forEach(each -> {
          chart.count(each.split(), each.examples());
          one.holds(each);
          if (each.loaded()) {
            chart.errands.fetched(one.task(), each.split());
          }
        });
    regroup.fetched();
  }

  private void progressed(Participant one, MasterMessage.Progress progress) {
    regroup.progressed(one, progress);
    long before = chart.ledger.done();
    chart.ledger.tell(one.task(), progress.steps(), chart.now());
    if (chart.ledger.done() > before) {
      upkeep.stepEnded();
      suspicions.clear();
      breakages.clear();
      chart.crew.all().forEach(Participant::getsOn);
    }
  }

  private void leaves(Participant one) {
    one.leaves();
    chart.watcher.happened(one + " wants to leave");
    upkeep.crewHasChanged();
  }

  private void suspected(Participant by, int task, String why) {
    Optional<Participant> accused = chart.crew.task(task).filter(Participant::isOpen);
    if (accused.isEmpty()) {
      waitsForNobody(by, task);
    } else if (chart.phase().isTold()) {
      chart.watcher.happened("%s suspects %s: %s".formatted(by, accused.get(), why));
      if (suspicions.isTooMuch(by.task(), task)) {
        boolean slander = suspicions.isSlander(by.task());
        regroup.bury(slander ? by : accused.get(), slander ? "it alone suspects many" : why, true);
        suspicions.clear();
      }
      upkeep.crewHasChanged();
      regroup.begin(Cause.SUSPICION, 0);
    }
  }

  /** A newcomer that is gone already may be waited for by who has taught it. */
  private void waitsForNobody(Participant by, int task) {
    if (chart.crew.isGone(task) && by.isInRoster() && chart.phase() == Phase.RUNNING) {
      chart.watcher.happened("%s waits for task %d, which is gone".formatted(by, task));
      regroup.begin(Cause.LOSS, 0);
    }
  }

  /** The way to a task is cut. */
  void closed(int link, String why) {
    chart.crew.hasLeft(link);
    chart.crew.link(link).ifPresent(one -> lost(one, why));
    advance();
  }

  private void lost(Participant one, String why) {
    one.lost(chart.now());
    chart.watcher.happened("the way to %s is cut: %s".formatted(one, why));
    upkeep.crewHasChanged();
    if (chart.phase().isOver()) {
      return;
    }
    boolean matters = one.isInRoster() || chart.isHeldBy(one) || chart.phase().isRegroup();
    if (!one.isInRoster()) {
      regroup.bury(one, why, false);
    }
    if (matters && chart.phase() != Phase.GATHERING) {
      regroup.begin(Cause.LOSS, 0);
    }
  }

  /** The job is asked to stop, with a checkpoint. */
  void stop() {
    chart.decide(STOPPED, "it was asked to stop");
    advance();
  }

  /** A checkpoint is whole. */
  void sealed(Checkpoint checkpoint) {
    chart.saved(checkpoint);
    upkeep.sealed(checkpoint.step());
    regroup.saving().sealed(checkpoint.step());
    advance();
  }

  /** A checkpoint could not be made whole. */
  void unsealed(Checkpoint checkpoint, String why) {
    chart.watcher.happened("no checkpoint of step %d: %s".formatted(checkpoint.step(), why));
    upkeep.sealed(checkpoint.step());
    regroup.saving().unsealed(checkpoint.step());
    advance();
  }

  /** What was to be kept soon is kept. */
  void noted() {
    chart.noted();
    advance();
  }

  /** What the newest checkpoint is that is whole, as {@link Shelving#look} has found. */
  void looked(Optional<Checkpoint> newest) {
    reload.looked(newest);
    advance();
  }

  /** The look at the checkpoints has failed; another start helps unless they are damaged. */
  void foundNothing(boolean damaged, String why) {
    reload.foundNothing(damaged, why);
    advance();
  }

  /**
   * Some time has gone by. Only here tasks are judged by their silence, for between two messages
   * others may lie unread.
   *
   * @param heardAll whether all that tasks have sent is read
   */
  void tick(boolean heardAll) {
    chart.judges(heardAll);
    advance();
    chart.judges(false);
    if (chart.now() - toldAt >= OFTEN.toNanos()) {
      toldAt = chart.now();
      chart.tellStatus();
    }
  }

  // ---- what follows

  private void advance() {
    follow();
    switch (chart.phase()) {
      case GATHERING -> gather();
      case HALTING, COLLECTING, LOADING, ASSIGNING, SAVING, VALIDATING -> regroup.advance();
      case RUNNING -> upkeep.tick();
      case STOPPING -> sayFarewell();
      case ENDED -> {}
    }
    follow();
  }

  private void follow() {
    if (chart.phase() == seen) {
      return;
    }
    seen = chart.phase();
    since = chart.now();
    if (seen == Phase.RUNNING) {
      upkeep.begins();
    }
  }

  private void gather() {
    long workers = chart.crew.workers().filter(Participant::isOpen).count();
    long holders = chart.crew.holders().filter(Participant::isOpen).count();
    long waited = chart.now() - since;
    if (chart.ending().isPresent()) {
      endWithout(holders, waited);
      return;
    }
    boolean some = workers > 0 && holders > 0;
    if (chart.assignment().resumed() > 0) {
      boolean allBack = chart.absent.isNobody() || waited > RETURN.toNanos();
      if (some && allBack) {
        regroup.begin(Cause.RETURN, 0);
      } else if (waited > PATIENCE.toNanos()) {
        chart.end(FAILED, "no worker or no server was left, and none came for " + PATIENCE);
        endWithout(holders, waited);
      }
      return;
    }
    var size = chart.setup.job().size();
    boolean enough = workers >= size.workers() && (size.isAllReduce() || holders >= size.servers());
    if (enough || (some && waited > gathering.toNanos())) {
      regroup.begin(Cause.START, 0);
    } else if (waited > 2 * gathering.toNanos()) {
      regroup.stopAll(FAILED, "no worker or no server came within %s".formatted(gathering));
    }
  }

  /** Nobody trains any more; servers that have numbers write them down first. */
  private void endWithout(long holders, long waited) {
    if (chart.assignment().resumed() > 0
        && !chart.absent.isNobody()
        && waited <= RETURN.toNanos()) {
      return;
    }
    if (chart.assignment().resumed() > 0 && holders > 0) {
      regroup.begin(Cause.STOP, 0);
    } else if (chart.isDoneUnsaved()) {
      chart.goesBack(); // to be trained again by those that come
    } else {
      regroup.stopAll(chart.ending().orElse(FAILED), "nobody is left who has numbers");
    }
  }

  private void sayFarewell() {
    long waited = chart.now() - since;
    boolean told = chart.absent.isNobody() || waited > LAST_WORD.toNanos();
    boolean alone = told && chart.crew.open().findAny().isEmpty();
    if (alone || waited > FAREWELL.toNanos()) {
      chart.ledger.close();
      chart.enter(Phase.ENDED);
      chart.hands.end(chart.ending().orElse(FAILED), chart.endingWhy());
    }
  }
}
