package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.CheckpointSchedule;
import dev.ductile.runtime.master.tasks.Participant;
import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.AssignmentTable.ReplicaHolders;
import dev.ductile.runtime.protocol.TaskMessage;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The master's work while the job trains: it prepares changes, saves checkpoints, and detects
 * failures.
 */
final class Maintenance {
  /** The scaling clock is this far ahead, so that the order to halt overtakes the workers. */
  private static final long LEAD = Duration.ofMillis(5).toNanos();

  private static final long MOST_LEAD = Duration.ofSeconds(5).toNanos();

  /** The longest wait for the reports of a checkpoint; meanwhile the next checkpoint waits. */
  private static final Duration SAVING = Duration.ofMinutes(10);

  /** A save is ordered this long before its step, so that the order overtakes the workers. */
  private static final long AHEAD = Duration.ofMillis(50).toNanos();

  private static final Duration AGAIN = Duration.ofSeconds(30);

  private final JobView view;
  private final Reconfiguration reconfiguration;
  private final Map<String, Long> complained = new HashMap<>();
  private Optional<Goal> goal = Optional.empty();

  /**
   * Whether the table has every replica of the goal; it loses none until the next reconfiguration.
   */
  private boolean copied;

  private Optional<Saving> saving = Optional.empty();
  private OptionalLong sealing = OptionalLong.empty();
  private long sealingNoteAt;
  private final CheckpointSchedule rule;
  private long saveLead = LEAD;
  private long patience;
  private final Newcomers newcomers;
  private int finale;

  /**
   * The goal of the placement. A model has thousands of partitions, and the coordinator reads its
   * goal with every message, so goal and table are compared once.
   *
   * @param moves whether a primary or a split is at another task than in the table of this
   *     generation
   */
  private record Goal(AssignmentTable table, boolean moves) {}

  /** A checkpoint that is being written while the job trains. */
  private record Saving(
      long clock, long since, Set<Integer> waiting, Map<Integer, WrittenFile> files) {}

  Maintenance(JobView view, Reconfiguration reconfiguration) {
    this.view = view;
    this.reconfiguration = reconfiguration;
    newcomers = new Newcomers(view, reconfiguration);
    rule =
        new CheckpointSchedule(
            view.setup.job().checkpoint(), view.now(), view.setup.before().isPresent());
    patience = view.setup.job().faults().stall().toNanos();
  }

  /** A new generation has begun. */
  void begins() {
    membersHaveChanged();
    if (saving.isPresent()) {
      rule.isForgotten();
      saving = Optional.empty();
    }
    view.lastStep().ifPresent(this::announceLast);
  }

  /** Announces the last step to all workers at the start. */
  private void announceLast(long last) {
    finale = view.announce();
    view.participants
        .roster()
        .filter(Participant::isWorker)
        .forEach(one -> view.send(one, new TaskMessage.Halt(finale, last)));
  }

  /** A worker has halted at the announced last step. */
  void halted(int generation) {
    if (view.phase() == JobPhase.RUNNING && generation == finale) {
      reconfiguration.begin(Cause.FINISH, view.lastStep().orElse(0));
    }
  }

  /** A task has come, wants to leave, or has received an ordered replica or split. */
  void membersHaveChanged() {
    goal = Optional.empty();
    copied = false;
  }

  void tick() {
    if (view.phase() != JobPhase.RUNNING) {
      return;
    }
    view.ledger.sweep(view.now());
    if (view.judges() && newcomers.giveUp()) {
      membersHaveChanged();
    }
    if (view.phase() == JobPhase.RUNNING) {
      train();
    }
  }

  private void train() {
    if (view.ending().isPresent()) {
      planned(Cause.STOP);
    } else if (view.mayBeReadThrough() || isGoodEnough()) {
      planned(Cause.FINISH);
    } else {
      reconcile();
    }
    if (view.phase() == JobPhase.RUNNING) {
      save();
      if (view.judges()) {
        lookForStall();
      }
      lookForSlowness();
    }
  }

  private boolean isGoodEnough() {
    return view.setup.job().stop().loss().isPresent() && view.isFinished(view.ledger.done());
  }

  private void planned(Cause cause) {
    reconfiguration.begin(cause, boundary());
  }

  private long boundary() {
    return view.setup.lockstep()
        ? Math.min(
            view.ledger.boundaryAfter(LEAD, view.now()), view.lastStep().orElse(Long.MAX_VALUE))
        : Long.MAX_VALUE;
  }

  // ---- membership

  private void reconcile() {
    if (view.participants.canTrain()) {
      Goal wanted = goal.orElseGet(this::newGoal);
      goal = Optional.of(wanted);
      copied = copied || view.transfers.orderReplicas(wanted.table(), view.assignment().table());
      boolean fetched = view.transfers.orderSplits(wanted.table().splits());
      if (copied && fetched && needsReconfiguration(wanted)) {
        planned(Cause.CHANGE);
      }
    } else {
      view.decide(JobCoordinator.STOPPED, "the last worker or server wants to leave");
      planned(Cause.STOP);
    }
  }

  private Goal newGoal() {
    Attempt.rehearse(view);
    AssignmentTable wanted =
        Attempt.plan(view, one -> true)
            .goal(
                (task, partition) ->
                    view.assignment().table().partitions().get(partition).has(task),
                (task, split) ->
                    view.participants.task(task).filter(one -> one.hasSplit(split)).isPresent());
    boolean sameSplits = wanted.splits().equals(view.assignment().table().splits());
    return new Goal(
        wanted, !(sameSplits && primaries(wanted).equals(primaries(view.assignment().table()))));
  }

  private boolean needsReconfiguration(Goal wanted) {
    return wanted.moves()
        || view.participants.all().anyMatch(one -> one.isInRoster() == one.isLeaving());
  }

  private static List<Integer> primaries(AssignmentTable table) {
    return table.partitions().stream().map(ReplicaHolders::primary).toList();
  }

  void synced(Participant one, List<Integer> partitions) {
    view.transfers.came(one.task(), partitions);
    if (view.phase() == JobPhase.RUNNING) {
      view.follows(
          one.task(),
          partitions.stream().filter(each -> each >= 0 && each < view.setup.partitions()).toList());
    }
  }

  // ---- checkpoints

  private void save() {
    saving
        .filter(now -> view.now() - now.since() > SAVING.toNanos())
        .ifPresent(now -> {
          view.listener.happened("no checkpoint of step %d".formatted(now.clock()));
          saveLead *= 2;
          saving = Optional.empty();
        });
    tellOfSealing();
    if (saving.isEmpty() && sealing.isEmpty()) {
      long saved = view.newest().map(Checkpoint::step).orElse(0L);
      rule.due(view.now(), saved, earliest(0), earliest(AHEAD)).ifPresent(this::save);
    }
  }

  /** The first step at which all members can still save, if it is ordered after this time. */
  private long earliest(long nanos) {
    if (!view.setup.lockstep()) {
      return view.ledger.done();
    }
    return view.setup.readsBySteps()
        ? view.ledger.boundaryAfter(saveLead + nanos, view.now()) + 1
        : view.ledger.boundaryAfter(LEAD + nanos, view.now());
  }

  private void save(long clock) {
    if (clock >= view.lastStep().orElse(Long.MAX_VALUE)) {
      return; // the end of the job is saved in any case
    }
    rule.ordered(view.now());
    if (!view.setup.readsBySteps()) {
      reconfiguration.begin(Cause.CHECKPOINT, view.setup.lockstep() ? clock : Long.MAX_VALUE);
      return;
    }
    var waiting = new HashSet<Integer>();
    view.savers().forEach(one -> waiting.add(one.task()));
    saving = Optional.of(new Saving(clock, view.now(), waiting, new HashMap<>()));
    view.savers()
        .forEach(one -> view.send(one, new TaskMessage.Save(clock, view.directory(clock))));
  }

  /** A member had passed that step already, or cannot complete it. */
  private void isTooLate(Saving now) {
    view.listener.happened("no checkpoint of step %d".formatted(now.clock()));
    saveLead = Math.min(2 * saveLead, MOST_LEAD);
    saving = Optional.empty();
    rule.isForgotten();
  }

  void saved(Participant one, long clock, WrittenFile file) {
    saving.filter(now -> now.clock() < clock).ifPresent(this::isTooLate);
    saving
        .filter(now -> now.clock() == clock && now.waiting().remove(one.task()))
        .ifPresent(now -> {
          now.files().put(one.task(), file);
          if (now.waiting().isEmpty()) {
            saving = Optional.empty();
            sealing = OptionalLong.of(clock);
            sealingNoteAt = view.now() + SAVING.toNanos();
            view.outbound.seal(
                new Checkpoint(
                    clock, view.directory(clock), List.copyOf(now.files().values()), List.of()));
          }
        });
  }

  /** Warns, because the next checkpoint waits for this one. */
  private void tellOfSealing() {
    if (sealing.isPresent() && view.now() >= sealingNoteAt) {
      view.listener.happened(
          "the checkpoint of step %d is not complete after %d min; no other is written until it is"
              .formatted(sealing.getAsLong(), SAVING.toMinutes()));
      sealingNoteAt = Long.MAX_VALUE;
    }
  }

  /** A checkpoint is complete, or cannot be completed. */
  void sealed(long step) {
    if (sealing.isPresent() && sealing.getAsLong() == step) {
      sealing = OptionalLong.empty();
    }
  }

  /** A part could not be written. */
  void notSaved(long clock) {
    if (saving.filter(now -> now.clock() == clock).isPresent()) {
      saving = Optional.empty();
    }
  }

  // ---- failures

  /** A step has finished: slow work is not stuck. */
  void stepEnded() {
    patience = view.setup.job().faults().stall().toNanos();
  }

  private void lookForStall() {
    if (view.now() - view.ledger.doneAt() > patience) {
      view.listener.happened(
          "no step for %d ms; the last was %d"
              .formatted((view.now() - view.ledger.doneAt()) / 1_000_000, view.ledger.done()));
      patience *= 2;
      reconfiguration.begin(Cause.STALL, 0);
    }
  }

  private void lookForSlowness() {
    List<Integer> members =
        view.participants.roster().filter(Participant::isWorker).map(Participant::task).toList();
    for (int task : view.ledger.slowerThan(view.setup.job().faults().slow(), members)) {
      view.participants.task(task).map(one -> one.member().name()).ifPresent(this::isSlow);
    }
  }

  private void isSlow(String name) {
    long now = view.now();
    Long last = complained.get(name);
    if (last == null || now - last > AGAIN.toNanos()) {
      complained.put(name, now);
      view.listener.replace(
          name,
          "it computes %.1f times as long as others".formatted(view.setup.job().faults().slow()));
    }
  }
}
