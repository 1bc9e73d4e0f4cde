package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.job.UnrecoverableException;
import dev.ductile.runtime.master.journal.JournalEntry;
import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.master.report.JobListener;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.Validation;
import dev.ductile.runtime.master.tasks.Participant;
import dev.ductile.runtime.master.tasks.Suspicions;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The master's decisions as a state machine: it consumes messages and link events and acts through
 * its {@link Outbound}. It has no thread, no socket and no file.
 */
public final class JobCoordinator {
  /** The job or a task was asked to stop. */
  public static final int STOPPED = 143;

  /** The job continued without this task. */
  static final int LOST = 4;

  /** The job cannot continue; another start may succeed. */
  public static final int FAILED = 1;

  /** The job cannot continue, and another start would end in the same way. */
  static final int UNRECOVERABLE = UnrecoverableException.EXIT_CODE;

  /** Reconnects allowed per task between two finished steps. */
  private static final int RETURNS = 10;

  private static final Duration FAREWELL = Duration.ofSeconds(2);

  /** A worker that has lost its master finds the next one within this time. */
  private static final Duration LAST_WORD = Duration.ofMillis(500);

  private static final Duration OFTEN = Duration.ofMillis(500);

  final JobView view;

  private final MessageCheck messageCheck;
  private final Gathering gathering;
  private final Reconfiguration reconfiguration;
  private final Maintenance maintenance;
  private final Reload reload;
  private final SplitFailures splitFailures;
  private final Suspicions suspicions = new Suspicions();
  private JobPhase seen = JobPhase.GATHERING;
  private long since;
  private long toldAt;

  /**
   * Coordinates a new job, or one that an earlier master began.
   *
   * @param patience the longest wait for the first tasks
   */
  public JobCoordinator(
      JobSetup setup, Duration patience, Clocks clocks, Outbound outbound, JobListener listener) {
    view = new JobView(setup, outbound, listener, clocks);
    messageCheck = new MessageCheck(view);
    reconfiguration = new Reconfiguration(view);
    maintenance = new Maintenance(view, reconfiguration);
    gathering = new Gathering(view, reconfiguration, patience);
    reload = new Reload(view, reconfiguration);
    splitFailures = new SplitFailures(view, reconfiguration, maintenance);
    since = view.now();
    toldAt = since;
    if (view.ending().isPresent() && setup.before().filter(JournalEntry::isOver).isPresent()) {
      reconfiguration.stopAll(view.ending().getAsInt(), "the master before has ended it");
    }
  }

  /** Reads the held-out examples, and evaluates the checkpoint that the job resumes from. */
  public void begin() {
    view.validating.begin();
  }

  /**
   * Checks a message before it is applied; it changes nothing.
   *
   * @throws IllegalArgumentException with the reason if the message is inconsistent
   */
  public void check(MasterMessage message) {
    messageCheck.check(message);
  }

  /** A task registers for the first time, or again. */
  public void arrived(int link, MasterMessage.Register register) {
    int task = register.member().task();
    if (view.phase().isOver()) {
      view.outbound.send(
          link, new TaskMessage.Stop(view.ending().orElse(STOPPED), "the job is over"));
    } else if (task < 0) {
      welcome(link, register);
    } else if (isForgotten(task)) {
      view.outbound.send(link, new TaskMessage.Stop(LOST, "the job continued without it"));
    } else {
      returned(link, register);
    }
    advance();
  }

  private void welcome(int link, MasterMessage.Register register) {
    Member member = register.member().withTask(view.nextTask());
    view.participants.named(member.name()).ifPresent(old -> drop(old, "another took its place"));
    view.absent.hasSuccessor(member.name());
    var one = new Participant(member, view.assignment().resumed(), link);
    one.halted(register.state());
    view.participants.add(one);
    maintenance.membersHaveChanged();
    view.listener.happened("%s comes from %s".formatted(one, member.tcp()));
    view.note();
    view.send(one, new TaskMessage.Welcome(one.task(), view.setup.job()));
  }

  /** Whether the job continued without a task, under this master or the previous one. */
  private boolean isForgotten(int task) {
    return view.participants.isGone(task)
        || (view.absent.isForgotten(task) && view.participants.task(task).isEmpty());
  }

  private void drop(Participant one, String why) {
    boolean counted = one.isInRoster() || view.phase().isReconfiguration();
    reconfiguration.drop(one, why, false);
    maintenance.membersHaveChanged();
    if (counted && view.phase() != JobPhase.GATHERING) {
      reconfiguration.begin(Cause.LOSS, 0);
    }
  }

  private void returned(int link, MasterMessage.Register register) {
    int task = register.member().task();
    view.absent.isBack(task);
    view.taskIsTaken(task);
    Optional<Participant> known = view.participants.task(task);
    if (known.isPresent()) {
      known.get().back(link);
      view.listener.happened(known.get() + " is back");
      if (known.get().returns() > RETURNS) {
        reconfiguration.drop(known.get(), "its connection breaks again and again", true);
      }
    } else {
      var one = new Participant(register.member(), 0, link);
      one.halted(register.state());
      view.participants.add(one);
      maintenance.membersHaveChanged();
    }
    if (view.phase() != JobPhase.GATHERING) {
      reconfiguration.begin(Cause.RETURN, 0);
    }
  }

  /** A task sends a message. */
  public void heard(int link, MasterMessage.FromMember message) {
    view.participants.link(link).ifPresent(one -> heard(one, message));
    if (message instanceof MasterMessage.FinishedSteps progress) {
      view.participants.leaver(link).ifPresent(one -> progressed(one, progress));
    }
    advance();
  }

  private void heard(Participant one, MasterMessage.FromMember message) {
    one.heard(view.now());
    switch (message) {
      case MasterMessage.Halted halted -> {
        maintenance.halted(halted.generation());
        reconfiguration.halted(one, halted);
      }
      case MasterMessage.Ready(int generation) -> reconfiguration.ready(one, generation);
      case MasterMessage.Synced(List<Integer> partitions) -> maintenance.synced(one, partitions);
      case MasterMessage.Fetched fetched -> fetched(one, fetched);
      case MasterMessage.FinishedSteps progress -> progressed(one, progress);
      case MasterMessage.Leave() -> leaves(one);
      case MasterMessage.Suspect(int task, String why) -> suspected(one, task, why);
      case MasterMessage.Saved(long clock, WrittenFile file) -> {
        maintenance.saved(one, clock, file);
        reconfiguration.saving().saved(one, clock, file);
      }
      case MasterMessage.NotSaved(long clock, String why) -> {
        view.listener.happened("%s saves no step %d: %s".formatted(one, clock, why));
        maintenance.notSaved(clock);
        reconfiguration.saving().notSaved(clock);
      }
      case MasterMessage.NotLoaded failure -> reload.failed(one, failure);
      case MasterMessage.Broken(MasterMessage.Fault fault, String why) ->
          splitFailures.broken(one, fault, why);
    }
  }

  private void fetched(Participant one, MasterMessage.Fetched fetched) {
    fetched
        .splits()
        .forEach(each -> {
          view.count(each.split(), each.examples());
          one.holds(each);
          if (each.loaded()) {
            view.transfers.fetched(one.task(), each.split());
          }
        });
    reconfiguration.fetched();
  }

  private void progressed(Participant one, MasterMessage.FinishedSteps progress) {
    reconfiguration.progressed(one, progress);
    long before = view.ledger.done();
    view.ledger.tell(one.task(), progress.steps(), view.now());
    if (view.ledger.done() > before) {
      maintenance.stepEnded();
      suspicions.clear();
      splitFailures.clear();
      view.participants.all().forEach(Participant::getsOn);
    }
  }

  private void leaves(Participant one) {
    one.leaves();
    view.listener.happened(one + " wants to leave");
    maintenance.membersHaveChanged();
  }

  private void suspected(Participant by, int task, String why) {
    Optional<Participant> accused = view.participants.task(task).filter(Participant::isOpen);
    if (accused.isEmpty()) {
      waitsForGoneTask(by, task);
    } else if (view.phase().isTold()) {
      view.listener.happened("%s suspects %s: %s".formatted(by, accused.get(), why));
      if (suspicions.isTooMuch(by.task(), task)) {
        boolean accuserAtFault = suspicions.accuserIsAtFault(by.task());
        reconfiguration.drop(
            accuserAtFault ? by : accused.get(),
            accuserAtFault ? "it suspects several tasks, and no other task suspects them" : why,
            true);
        suspicions.clear();
      }
      maintenance.membersHaveChanged();
      reconfiguration.begin(Cause.SUSPICION, 0);
    }
  }

  /**
   * A member that has sent replicas or splits to a joining task may wait for that task after it has
   * left.
   */
  private void waitsForGoneTask(Participant by, int task) {
    if (view.participants.isGone(task) && by.isInRoster() && view.phase() == JobPhase.RUNNING) {
      view.listener.happened("%s waits for task %d, which is gone".formatted(by, task));
      reconfiguration.begin(Cause.LOSS, 0);
    }
  }

  /** The connection of a task is closed. */
  public void closed(int link, String why) {
    view.participants.hasLeft(link);
    view.participants.link(link).ifPresent(one -> lost(one, why));
    advance();
  }

  private void lost(Participant one, String why) {
    one.lost(view.now());
    view.listener.happened("the connection to %s is closed: %s".formatted(one, why));
    maintenance.membersHaveChanged();
    if (view.phase().isOver()) {
      return;
    }
    boolean matters = one.isInRoster() || view.isHeldBy(one) || view.phase().isReconfiguration();
    if (!one.isInRoster()) {
      reconfiguration.drop(one, why, false);
    }
    if (matters && view.phase() != JobPhase.GATHERING) {
      reconfiguration.begin(Cause.LOSS, 0);
    }
  }

  /** The job is asked to save a checkpoint and stop. */
  public void stop() {
    view.decide(STOPPED, "it was asked to stop");
    advance();
  }

  /** A checkpoint is complete. */
  public void sealed(Checkpoint checkpoint) {
    view.saved(checkpoint);
    maintenance.sealed(checkpoint.step());
    reconfiguration.saving().sealed(checkpoint.step());
    advance();
  }

  /** A checkpoint could not be completed. */
  public void unsealed(Checkpoint checkpoint, String why) {
    view.listener.happened("no checkpoint of step %d: %s".formatted(checkpoint.step(), why));
    maintenance.sealed(checkpoint.step());
    reconfiguration.saving().unsealed(checkpoint.step());
    advance();
  }

  /** An evaluation is over; empty if only the held-out examples were read. */
  public void validated(Optional<Validation> validation) {
    view.validating.done(validation);
  }

  /**
   * An evaluation has failed.
   *
   * @param hopeless whether the examples are at fault, so that every other evaluation fails too
   */
  public void notValidated(boolean hopeless, String why) {
    view.validating.failed(hopeless, why);
  }

  /** An entry that was given to {@link Outbound#noteSoon} is in the journal. */
  public void noted() {
    view.noted();
    advance();
  }

  /** {@link CheckpointRequests#look} has found the newest complete checkpoint. */
  public void looked(Optional<Checkpoint> newest) {
    reload.looked(newest);
    advance();
  }

  /**
   * {@link CheckpointRequests#look} has failed; another start helps unless the checkpoints are
   * damaged.
   */
  public void foundNothing(boolean damaged, String why) {
    reload.foundNothing(damaged, why);
    advance();
  }

  /**
   * Time has passed. Tasks are judged by their silence only here, because between two messages
   * further ones may be unread.
   *
   * @param heardAll whether all received messages have been read
   */
  public void tick(boolean heardAll) {
    view.judges(heardAll);
    advance();
    view.judges(false);
    if (view.now() - toldAt >= OFTEN.toNanos()) {
      toldAt = view.now();
      view.tellStatus();
    }
  }

  private void advance() {
    follow();
    switch (view.phase()) {
      case GATHERING -> gathering.advance(view.now() - since);
      case HALTING, COLLECTING, LOADING, ASSIGNING, SAVING, VALIDATING -> reconfiguration.advance();
      case RUNNING -> maintenance.tick();
      case STOPPING -> sayFarewell();
      case ENDED -> {}
    }
    follow();
  }

  private void follow() {
    if (view.phase() == seen) {
      return;
    }
    seen = view.phase();
    since = view.now();
    if (seen == JobPhase.RUNNING) {
      maintenance.begins();
    }
  }

  private void sayFarewell() {
    long waited = view.now() - since;
    boolean told = view.absent.isEmpty() || waited > LAST_WORD.toNanos();
    boolean alone = told && view.participants.open().findAny().isEmpty();
    if (alone || waited > FAREWELL.toNanos()) {
      view.ledger.close();
      view.enter(JobPhase.ENDED);
      view.outbound.end(view.ending().orElse(FAILED), view.endingWhy());
    }
  }
}
