package dev.ductile.runtime.master;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.protocol.Table;
import dev.ductile.runtime.protocol.Table.Copies;
import dev.ductile.runtime.protocol.TaskMessage;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What the master does while the job trains: it prepares changes, saves, and looks for trouble. */
final class Upkeep {
  /** The scaling clock lies so far ahead that the order to halt overtakes the workers. */
  private static final long LEAD = Duration.ofMillis(5).toNanos();

  private static final long MOST_LEAD = Duration.ofSeconds(5).toNanos();

  /** A checkpoint on which no server reports any more; until then the next one waits for it. */
  private static final Duration SAVING = Duration.ofMinutes(10);

  /** A save is ordered this long before its step, so that the order overtakes the workers. */
  private static final long AHEAD = Duration.ofMillis(50).toNanos();

  private static final Duration AGAIN = Duration.ofSeconds(30);

  private final Chart chart;
  private final Regroup regroup;
  private final Map<String, Long> complained = new HashMap<>();
  private Optional<Goal> goal = Optional.empty();

  /** Whether the table has every replica of the goal; it loses none until the next regroup. */
  private boolean copied;

  private Optional<Saving> saving = Optional.empty();
  private OptionalLong sealing = OptionalLong.empty();
  private long sealingNoteAt;
  private final SaveRule rule;
  private long saveLead = LEAD;
  private long patience;
  private final Newcomers newcomers;
  private int finale;

  /**
   * The table that is wanted. A model has thousands of partitions, and the master looks at its goal
   * with every message, so the two are compared once.
   *
   * @param moves whether a primary or a split is elsewhere than in the table of this generation
   */
  private record Goal(Table table, boolean moves) {}

  /** A checkpoint that is being written while the job goes on. */
  private record Saving(
      long clock, long since, Set<Integer> waiting, Map<Integer, WrittenFile> files) {}

  Upkeep(Chart chart, Regroup regroup) {
    this.chart = chart;
    this.regroup = regroup;
    newcomers = new Newcomers(chart, regroup);
    rule =
        new SaveRule(chart.setup.job().checkpoint(), chart.now(), chart.setup.before().isPresent());
    patience = chart.setup.job().faults().stall().toNanos();
  }

  /** A new generation has begun. */
  void begins() {
    crewHasChanged();
    if (saving.isPresent()) {
      rule.isForgotten();
      saving = Optional.empty();
    }
    chart.lastStep().ifPresent(this::announceLast);
  }

  /** All workers know from the start where to stop for good. */
  private void announceLast(long last) {
    finale = chart.announce();
    chart
        .crew
        .roster()
        .filter(Participant::isWorker)
        .forEach(one -> chart.send(one, new TaskMessage.Halt(finale, last)));
  }

  /** A worker stands at what was announced as the last step. */
  void stood(int generation) {
    if (chart.phase() == Phase.RUNNING && generation == finale) {
      regroup.begin(Cause.FINISH, chart.lastStep().orElse(0));
    }
  }

  /** Somebody has come, or wants to go, or has got what he was to get. */
  void crewHasChanged() {
    goal = Optional.empty();
    copied = false;
  }

  void tick() {
    if (chart.phase() != Phase.RUNNING) {
      return;
    }
    chart.ledger.sweep(chart.now());
    if (chart.judges() && newcomers.giveUp()) {
      crewHasChanged();
    }
    if (chart.phase() == Phase.RUNNING) {
      train();
    }
  }

  private void train() {
    if (chart.ending().isPresent()) {
      planned(Cause.STOP);
    } else if (chart.mayBeReadThrough() || isGoodEnough()) {
      planned(Cause.FINISH);
    } else {
      reconcile();
    }
    if (chart.phase() == Phase.RUNNING) {
      save();
      if (chart.judges()) {
        lookForStall();
      }
      lookForSlowness();
    }
  }

  private boolean isGoodEnough() {
    return chart.setup.job().stop().loss().isPresent() && chart.isFinished(chart.ledger.done());
  }

  private void planned(Cause cause) {
    regroup.begin(cause, boundary());
  }

  private long boundary() {
    return chart.setup.lockstep()
        ? Math.min(
            chart.ledger.boundaryAfter(LEAD, chart.now()), chart.lastStep().orElse(Long.MAX_VALUE))
        : Long.MAX_VALUE;
  }

  // ---- who takes part

  private void reconcile() {
    if (chart.crew.canTrain()) {
      Goal wanted = goal.orElseGet(this::newGoal);
      goal = Optional.of(wanted);
      copied = copied || chart.errands.orderCopies(wanted.table(), chart.assignment().table());
      boolean fetched = chart.errands.orderSplits(wanted.table().splits());
      if (copied && fetched && needsRegroup(wanted)) {
        planned(Cause.CHANGE);
      }
    } else {
      chart.decide(Brain.STOPPED, "the last worker or server wants to leave");
      planned(Cause.STOP);
    }
  }

  private Goal newGoal() {
    Attempt.rehearse(chart);
    Table wanted =
        Attempt.placing(chart, one -> true)
            .goal(
                (task, partition) ->
                    chart.assignment().table().partitions().get(partition).has(task),
                (task, split) ->
                    chart.crew.task(task).filter(one -> one.hasSplit(split)).isPresent());
    boolean sameSplits = wanted.splits().equals(chart.assignment().table().splits());
    return new Goal(
        wanted, !(sameSplits && primaries(wanted).equals(primaries(chart.assignment().table()))));
  }

  private boolean needsRegroup(Goal wanted) {
    return wanted.moves() || chart.crew.all().anyMatch(one -> one.isInRoster() == one.isLeaving());
  }

  private static List<Integer> primaries(Table table) {
    return table.partitions().stream().map(Copies::primary).toList();
  }

  void synced(Participant one, List<Integer> partitions) {
    chart.errands.came(one.task(), partitions);
    if (chart.phase() == Phase.RUNNING) {
      chart.follows(
          one.task(),
          partitions.stream()
              .filter(each -> each >= 0 && each < chart.setup.partitions())
              .toList());
    }
  }

  // ---- checkpoints

  private void save() {
    saving
        .filter(now -> chart.now() - now.since() > SAVING.toNanos())
        .ifPresent(now -> {
          chart.watcher.happened("no checkpoint of step %d".formatted(now.clock()));
          saveLead *= 2;
          saving = Optional.empty();
        });
    tellOfSealing();
    if (saving.isEmpty() && sealing.isEmpty()) {
      long saved = chart.newest().map(Checkpoint::step).orElse(0L);
      rule.due(chart.now(), saved, earliest(0), earliest(AHEAD)).ifPresent(this::save);
    }
  }

  /** The first step at which all can still save, if that is ordered after this time. */
  private long earliest(long nanos) {
    if (!chart.setup.lockstep()) {
      return chart.ledger.done();
    }
    return chart.setup.readsBySteps()
        ? chart.ledger.boundaryAfter(saveLead + nanos, chart.now()) + 1
        : chart.ledger.boundaryAfter(LEAD + nanos, chart.now());
  }

  private void save(long clock) {
    if (clock >= chart.lastStep().orElse(Long.MAX_VALUE)) {
      return; // the end is saved anyhow
    }
    rule.ordered(chart.now());
    if (!chart.setup.readsBySteps()) {
      regroup.begin(Cause.CHECKPOINT, chart.setup.lockstep() ? clock : Long.MAX_VALUE);
      return;
    }
    var waiting = new HashSet<Integer>();
    chart.savers().forEach(one -> waiting.add(one.task()));
    saving = Optional.of(new Saving(clock, chart.now(), waiting, new HashMap<>()));
    chart
        .savers()
        .forEach(one -> chart.send(one, new TaskMessage.Save(clock, chart.directory(clock))));
  }

  /** Somebody was past that step already, or does not get it done. */
  private void isTooLate(Saving now) {
    chart.watcher.happened("no checkpoint of step %d".formatted(now.clock()));
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
            sealingNoteAt = chart.now() + SAVING.toNanos();
            chart.hands.seal(
                new Checkpoint(
                    clock, chart.directory(clock), List.copyOf(now.files().values()), List.of()));
          }
        });
  }

  /** The next one waits for it, so no checkpoint is written meanwhile. */
  private void tellOfSealing() {
    if (sealing.isPresent() && chart.now() >= sealingNoteAt) {
      chart.watcher.happened(
          "the checkpoint of step %d is not complete after %d min; no other is written until it is"
              .formatted(sealing.getAsLong(), SAVING.toMinutes()));
      sealingNoteAt = Long.MAX_VALUE;
    }
  }

  /** A checkpoint is complete, or cannot be made so. */
  void sealed(long step) {
    if (sealing.isPresent() && sealing.getAsLong() == step) {
      sealing = OptionalLong.empty();
    }
  }

  /** Somebody's part could not be written. */
  void notSaved(long clock) {
    if (saving.filter(now -> now.clock() == clock).isPresent()) {
      saving = Optional.empty();
    }
  }

  // ---- trouble

  /** A step has ended: what takes long is not stuck. */
  void stepEnded() {
    patience = chart.setup.job().faults().stall().toNanos();
  }

  private void lookForStall() {
    if (chart.now() - chart.ledger.doneAt() > patience) {
      chart.watcher.happened(
          "no step for %d ms; the last was %d"
              .formatted((chart.now() - chart.ledger.doneAt()) / 1_000_000, chart.ledger.done()));
      patience *= 2;
      regroup.begin(Cause.STALL, 0);
    }
  }

  private void lookForSlowness() {
    List<Integer> members =
        chart.crew.roster().filter(Participant::isWorker).map(Participant::task).toList();
    for (int task : chart.ledger.slowerThan(chart.setup.job().faults().slow(), members)) {
      chart.crew.task(task).map(one -> one.member().name()).ifPresent(this::isSlow);
    }
  }

  private void isSlow(String name) {
    long now = chart.now();
    Long last = complained.get(name);
    if (last == null || now - last > AGAIN.toNanos()) {
      complained.put(name, now);
      chart.watcher.replace(
          name,
          "it computes %.1f times as long as others".formatted(chart.setup.job().faults().slow()));
    }
  }
}
