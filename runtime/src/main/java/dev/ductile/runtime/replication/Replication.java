package dev.ductile.runtime.replication;

import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * The replicas of a task in one generation after the other: those of which it is the primary, those
 * that it follows, and checkpoints of them.
 */
public final class Replication {
  private final ReplicationContext context;
  private final Consumer<List<Integer>> synced;
  private final CheckpointSaving saving;
  private final CheckpointLoading loading;
  private OutgoingReplication outgoing;
  private IncomingReplication incoming;
  private int begun;

  /**
   * No replicas yet.
   *
   * @param file the name of the task's part of a checkpoint
   * @param synced is called with partitions of which this task has become a follower
   */
  public Replication(
      Task.Context around, PartitionStore store, String file, Consumer<List<Integer>> synced) {
    this.synced = synced;
    context = new ReplicationContext(around, store);
    saving = new CheckpointSaving(context, file);
    store.watchedBy(saving::beforeChange);
    loading = new CheckpointLoading(context);
    outgoing = new OutgoingReplication(context);
    incoming = new IncomingReplication(context, synced);
  }

  public ReplicationContext context() {
    return context;
  }

  /** The replication to followers and newcomers in this generation. */
  public OutgoingReplication outgoing() {
    return outgoing;
  }

  public CheckpointSaving saving() {
    return saving;
  }

  /** The replicas that are as good as those of any other task. */
  public List<Replica> good() {
    return context.store().all().stream().filter(copy -> isGood(copy.partition().id())).toList();
  }

  /** Whether this task's replica of a partition is as good as that of any other task. */
  public boolean isGood(int partition) {
    return context.roles().keeps(partition) || incoming.isComplete(partition);
  }

  // ---- generations

  /** This task halts: it is no member of any generation until the next one is known. */
  public void leaveFor(int generation) {
    context.leaveFor(generation);
    begin();
  }

  /** A task that is no member of any generation receives replicas in this one. */
  public void followIn(int generation) {
    context.followIn(generation);
    context.store().keepOnly(_ -> false);
    begin();
  }

  /** This task is a member of a new generation, and drops the replicas that it need not keep. */
  public void enter(TaskMessage.Assign assign, ReplicaRoles roles) {
    context.enter(assign.generation(), assign.step(), roles);
    context.store().keepOnly(roles::keeps);
    begin();
  }

  private void begin() {
    begun++;
    saving.forget();
    outgoing = new OutgoingReplication(context);
    incoming = new IncomingReplication(context, synced);
  }

  /**
   * Prepares the replicas for the generation that was entered; {@code then} runs once that is done,
   * unless the next generation is known by then.
   */
  public void start(TaskMessage.Assign assign, Runnable then) {
    switch (assign.start()) {
      case TaskMessage.Start.Commit() -> {
        context.store().all().forEach(this::commit);
        check();
        then.run();
      }
      case TaskMessage.Start.Discard() -> {
        context.store().all().forEach(Replica::discard);
        check();
        then.run();
      }
      case TaskMessage.Start.Fresh() -> replace(fresh(assign.step()), assign, then);
      case TaskMessage.Start.Restore(String directory) ->
          load(context.around().setup().path(directory), assign, then);
    }
  }

  private void load(Path directory, TaskMessage.Assign assign, Runnable then) {
    int mine = begun;
    loading.load(
        directory,
        context.roles().kept(),
        assign,
        copies -> {
          if (mine == begun) {
            replace(copies, assign, then);
          }
        });
  }

  /**
   * A step that the reconfiguration has committed counts here too. It is applied later, like any
   * step, so that this task gets ready without delay.
   */
  private void commit(Replica copy) {
    if (copy.isPrepared() && copy.version() == context.step() - 1) {
      context.store().commit(copy);
    } else {
      copy.discard();
    }
  }

  private List<Replica> fresh(long step) {
    return context.roles().kept().stream().map(kept -> context.store().fresh(kept, step)).toList();
  }

  /** The generation begins with these replicas. */
  private void replace(List<Replica> copies, TaskMessage.Assign assign, Runnable then) {
    for (Replica copy : copies) {
      context.store().put(copy);
      for (TaskState.Cursor cursor : assign.cursors()) {
        copy.mark(new BatchSummary.Mark(cursor.split(), cursor.safe()));
      }
    }
    check();
    then.run();
  }

  private void check() {
    for (int partition : context.roles().kept()) {
      OptionalLong version = context.store().version(partition);
      if (version.isEmpty() || !isUpToDate(version.getAsLong())) {
        throw new IllegalStateException(
            "task %d is to keep partition %d at version %d, and has %s"
                .formatted(context.self(), partition, context.step(), version));
      }
    }
  }

  private boolean isUpToDate(long version) {
    return !context.isLockstep() || version == context.step();
  }

  // ---- frames

  /** Does one slice of work that is not urgent; returns whether there is more. */
  public boolean slice(IntPredicate even) {
    boolean more = saving.slice();
    return outgoing.slice(even) || more;
  }

  /** A frame of a primary of this generation. */
  public void fromPrimary(Connection from, FrameHeader header, ByteBuffer payload) {
    switch (FrameKind.of(header.kind())) {
      case SNAPSHOT -> incoming.snapshot(from, header, payload);
      case COMMITTED -> incoming.committed(from, header);
      default -> incoming.update(from, header, payload);
    }
  }

  /** A connection is closed. */
  public void lost(int peer) {
    incoming.lost(peer);
    outgoing.lost(peer);
  }
}
