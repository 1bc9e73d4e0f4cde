package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.membership.AssignmentTable.ReplicaHolders;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.protocol.TaskMessage.Start;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A task without a network: it answers by the protocol, and holds a version number in place of each
 * replica.
 */
final class FakeTask {
  static final int EXAMPLES = 10;

  final int link;
  final Deque<TaskMessage> in = new ArrayDeque<>();
  final Deque<MasterMessage.FromMember> out = new ArrayDeque<>();
  final Map<Integer, Copy> copies = new TreeMap<>();
  private final TreeSet<Integer> splits = new TreeSet<>();
  private final TreeSet<Integer> loaded = new TreeSet<>();
  private final FakeJob job;
  private Member member;
  private int generation;
  private int halting;
  private long haltAt = Long.MAX_VALUE;
  private long toSave = -1;

  /** When it made its last step. */
  long committedAt;

  boolean running;
  boolean leaves;

  /** It reads and sends nothing any more, and its connection stays open. */
  boolean hangs;

  /** It hangs as soon as it is to get a split. */
  boolean hangsAtFetch;

  long step;

  /** When its last step ended, or it was resumed. */
  Optional<Long> progressAt = Optional.empty();

  /** Whether that was a step. */
  boolean progressIsStep;

  boolean over;
  int exitCode;

  /** Numbers of a partition, of which only the age is of interest. */
  record Copy(long version, boolean prepared) {}

  FakeTask(FakeJob job, Member member, int link) {
    this.job = job;
    this.member = member;
    this.link = link;
  }

  /** The same task on another connection. */
  FakeTask again(int newLink) {
    var same = new FakeTask(job, member, newLink);
    same.copies.putAll(copies);
    same.splits.addAll(splits);
    same.loaded.addAll(loaded);
    same.generation = generation;
    same.halting = halting;
    same.haltAt = haltAt;
    same.running = running;
    same.leaves = leaves;
    same.step = step;
    same.progressAt = progressAt;
    same.progressIsStep = progressIsStep;
    same.committedAt = committedAt;
    return same;
  }

  Member member() {
    return member;
  }

  boolean isWorker() {
    return member.role() == Role.WORKER;
  }

  int generation() {
    return generation;
  }

  TaskState state() {
    List<TaskState.HeldReplica> held = new ArrayList<>();
    copies.forEach(
        (id, copy) -> held.add(new TaskState.HeldReplica(id, copy.version(), copy.prepared())));
    List<TaskState.HeldSplit> holdings =
        splits.stream()
            .map(split -> new TaskState.HeldSplit(split, EXAMPLES, loaded.contains(split)))
            .toList();
    return new TaskState(generation, step, held, holdings, List.of());
  }

  void receive(TaskMessage message) {
    switch (message) {
      case TaskMessage.Welcome welcome -> member = member.withTask(welcome.task());
      case TaskMessage.Fetch fetch -> fetch(fetch.splits());
      case TaskMessage.Follow follow -> job.follow(this, follow);
      case TaskMessage.Halt(int wanted, long clock) -> halt(wanted, clock);
      case TaskMessage.Assign assign -> assign(assign);
      case TaskMessage.Resume(int wanted) -> resume(wanted);
      case TaskMessage.Save(long clock, String _) -> save(clock);
      case TaskMessage.Stop(int code, String _) -> stop(code);
    }
  }

  private void resume(int wanted) {
    running = wanted == generation;
    if (running && isWorker()) {
      progressAt = job.pauses.progress(job.now);
      progressIsStep = false;
    }
  }

  private void stop(int code) {
    exitCode = code;
    over = true;
  }

  private void fetch(List<Integer> wanted) {
    if (hangsAtFetch) {
      hangs = true;
      return;
    }
    splits.addAll(wanted);
    loaded.addAll(wanted);
    out.add(
        new MasterMessage.Fetched(
            wanted.stream().map(split -> new TaskState.HeldSplit(split, EXAMPLES, true)).toList()));
  }

  private void halt(int wanted, long clock) {
    halting = wanted;
    haltAt = clock;
    haltIfDue();
  }

  /** It is at a boundary between steps, perhaps the ordered one. */
  void reaches() {
    if (haltAt < Long.MAX_VALUE) {
      haltIfDue();
    }
  }

  private void haltIfDue() {
    if (!running || (isWorker() ? step : preparedFor()) >= haltAt) {
      running = false;
      haltAt = Long.MAX_VALUE;
      out.add(new MasterMessage.Halted(halting, state(), idle()));
    }
  }

  private Optional<MasterMessage.Idle> idle() {
    return progressAt.map(then -> new MasterMessage.Idle(job.now - then, progressIsStep));
  }

  /** The message as it is when it leaves, however long it has waited here. */
  MasterMessage.FromMember outgoing() {
    MasterMessage.FromMember first = out.removeFirst();
    return switch (first) {
      case MasterMessage.Halted(int asked, TaskState then, Optional<MasterMessage.Idle> _) ->
          new MasterMessage.Halted(asked, then, idle());
      case MasterMessage.FinishedSteps(List<StepReport> steps, long _) ->
          new MasterMessage.FinishedSteps(steps, idle().map(MasterMessage.Idle::nanos).orElse(0L));
      default -> first;
    };
  }

  private long preparedFor() {
    return copies.values().stream()
        .mapToLong(copy -> copy.version() + (copy.prepared() ? 1 : 0))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private void assign(TaskMessage.Assign assign) {
    running = false;
    toSave = -1;
    generation = assign.generation();
    step = assign.step();
    haltAt = Long.MAX_VALUE;
    List<ReplicaHolders> partitions = assign.table().partitions();
    copies.keySet().removeIf(id -> !partitions.get(id).has(member.task()));
    for (int id = 0; id < partitions.size(); id++) {
      if (partitions.get(id).has(member.task())) {
        begin(id, assign);
      }
    }
    boolean missing =
        isWorker() && assign.roster().contains(member) && !loaded.containsAll(mine(assign));
    if (missing) {
      throw new IllegalStateException("%s has only %s of %s".formatted(member, loaded, assign));
    }
    loaded.retainAll(mine(assign));
    if (assign.start() instanceof Start.Restore && job.disks.loadFails()) {
      copies.clear();
      out.add(job.disks.notLoaded(generation));
      return;
    }
    out.add(new MasterMessage.Ready(generation));
  }

  private List<Integer> mine(TaskMessage.Assign assign) {
    var mine = new ArrayList<Integer>();
    for (int split = 0; split < assign.table().splits().size(); split++) {
      if (assign.table().splits().get(split) == member.task()) {
        mine.add(split);
      }
    }
    return mine;
  }

  /** As a server does: a replica that is not at the next step must not be there. */
  private void begin(int id, TaskMessage.Assign assign) {
    if (assign.start() instanceof Start.Fresh || assign.start() instanceof Start.Restore) {
      copies.put(id, new Copy(assign.step(), false));
      return;
    }
    Copy copy = Optional.ofNullable(copies.get(id)).orElseThrow();
    long now =
        assign.start() instanceof Start.Commit
                && copy.prepared()
                && copy.version() == assign.step() - 1
            ? copy.version() + 1
            : copy.version();
    if (now != assign.step()) {
      throw new IllegalStateException(
          "partition %d at %s cannot begin %s".formatted(id, copy, assign));
    }
    copies.put(id, new Copy(now, false));
  }

  private void save(long clock) {
    toSave = clock;
    saveIfDue();
  }

  /** Saves at the ordered step, or at its present one if that is later. */
  private void saveIfDue() {
    boolean due =
        toSave >= 0
            && step >= toSave
            && copies.values().stream().allMatch(copy -> copy.version() == step);
    if (due) {
      toSave = -1;
      out.add(
          job.disks.saveFails(step)
              ? new MasterMessage.NotSaved(step, "the disk is full")
              : new MasterMessage.Saved(step, new WrittenFile(member.name(), 1, 1)));
    }
  }

  /**
   * A step's sums are complete here. A follower of several partitions may be further with some of
   * them.
   */
  void prepare() {
    copies.replaceAll((_, copy) -> copy.version() > step ? copy : new Copy(copy.version(), true));
    reaches();
  }

  boolean isPrepared() {
    return copies.values().stream().allMatch(copy -> copy.version() > step || copy.prepared());
  }

  void apply() {
    step++;
    copies.replaceAll((_, copy) -> copy.version() < step ? new Copy(step, false) : copy);
    saveIfDue();
    reaches();
  }

  @Override
  public String toString() {
    return "%s g%d step %d %s".formatted(member.name(), generation, step, copies);
  }
}
