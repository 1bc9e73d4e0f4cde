package dev.ductile.runtime.replication;

import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.training.Rates;
import dev.ductile.runtime.transport.FrameHeader;

/** The replicas of a task, their generation, and the connections to other tasks. */
public final class ReplicationContext {
  private final Task.Context around;
  private final PartitionStore store;
  private ReplicaRoles roles;
  private int generation;
  private int lastPart;
  private long step;

  ReplicationContext(Task.Context around, PartitionStore store) {
    this.around = around;
    this.store = store;
    roles = ReplicaRoles.none(self());
  }

  public Task.Context around() {
    return around;
  }

  public PartitionStore store() {
    return store;
  }

  public int self() {
    return around.master().task();
  }

  /** The role of this task in the generation. */
  public ReplicaRoles roles() {
    return roles;
  }

  /** The generation of this task's frames. */
  public int generation() {
    return generation;
  }

  /** The last generation in which it took part, also as a newcomer; 0 for none. */
  public int lastPart() {
    return lastPart;
  }

  /** The next step, in lockstep. */
  public long step() {
    return step;
  }

  public void stepDone() {
    step++;
  }

  /** The factor of the learning rate with this generation's workers. */
  public float rateFactor() {
    int now = Math.max(1, roles.workers().size());
    return Rates.factor(store.job().batch(), now, store.job().size().workers());
  }

  public boolean isLockstep() {
    return store.job().synchrony().kind().isLockstep();
  }

  public void tell(MasterMessage message) {
    around.master().send(message);
  }

  /** The task is no member of any generation until the next one is known. */
  void leaveFor(int next) {
    generation = next;
    roles = ReplicaRoles.none(self());
  }

  /** The task is no member of that generation, but receives replicas from its primaries. */
  void followIn(int next) {
    leaveFor(next);
    lastPart = next;
  }

  void enter(int next, long nextStep, ReplicaRoles nextRoles) {
    generation = next;
    lastPart = next;
    step = nextStep;
    roles = nextRoles;
  }

  public FrameHeader header(FrameKind kind, int partition, long clock, int extra) {
    return kind.header(generation, partition, self(), clock, extra);
  }

  /** A replica of which this task is the primary. */
  public Replica led(int partition) {
    requireLed(partition);
    return store.find(partition).orElseThrow();
  }

  /** Refuses a partition of which this task is not the primary. */
  public void requireLed(int partition) {
    if (!roles.leads(partition)) {
      throw new IllegalArgumentException(
          "task %d is not the primary of partition %d in generation %d"
              .formatted(self(), partition, generation));
    }
  }
}
