package dev.ductile.runtime.replication;

import dev.ductile.runtime.membership.Standing;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.Header;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * The replicas of a task in one generation after the other: those that it is the primary of, those
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
   * @param file what the task's part of a checkpoint is called
   * @param synced told of partitions that this task has come to follow
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

  /** What goes to followers and newcomers in this generation. */
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

  /** Whether what this task has of a partition is as good as what any other task has. */
  public boolean isGood(int partition) {
    return context.roles().keeps(partition) || incoming.isComplete(partition);
  }

  // ---- generations

  /** This task halts: it has no part in any generation until the next one is known. */
  public void leaveFor(int generation) {
    context.leaveFor(generation);
    begin();
  }

  /** A task without a part in any generation receives replicas in this one. */
  public void followIn(int generation) {
    context.followIn(generation);
    context.store().keepOnly(_ -> false);
    begin();
  }

  /** This task has a part in a new generation, and drops the replicas that it is not to keep. */
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
   * Does with the replicas what the generation that was entered begins with; {@code then} runs once
   * that is done, unless the next generation is known by then.
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
          load(context.around().place().path(directory), assign, then);
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
   * A step that the regroup has committed counts here too. It is applied later, as any step is, so
   * that others do not wait for that to get ready.
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
      for (Standing.Cursor cursor : assign.cursors()) {
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

  // ---- what is sent and received

  /** Does a little of what need not be done at once; whether there is more of it. */
  public boolean slice(IntPredicate even) {
    boolean more = saving.slice();
    return outgoing.slice(even) || more;
  }

  /** A frame of a primary of this generation. */
  public void fromPrimary(Connection from, Header header, ByteBuffer payload) {
    switch (Kind.of(header.kind())) {
      case SNAPSHOT -> incoming.snapshot(from, header, payload);
      case COMMITTED -> incoming.committed(from, header);
      default -> incoming.update(from, header, payload);
    }
  }

  /** A connection is over. */
  public void lost(int peer) {
    incoming.lost(peer);
    outgoing.lost(peer);
  }
}
