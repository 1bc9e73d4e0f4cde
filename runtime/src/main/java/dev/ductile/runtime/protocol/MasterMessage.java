package dev.ductile.runtime.protocol;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.transport.RecordCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** A message of a task to the master. */
public sealed interface MasterMessage {
  /** A message of a registered task. */
  sealed interface FromMember extends MasterMessage {}

  /** A message with figures of a task's own, which the master checks before it acts on them. */
  sealed interface Claim {}

  /**
   * A task registers, or registers again with a new master.
   *
   * @param member its task is -1 the first time
   */
  record Register(Member member, TaskState state) implements MasterMessage, Claim {}

  /**
   * A task's answer to {@link TaskMessage.Halt}.
   *
   * @param idle the time without progress of this worker; empty for a server, and for a worker that
   *     has not been resumed yet
   */
  record Halted(int generation, TaskState state, Optional<Idle> idle)
      implements FromMember, Claim {}

  /**
   * The time in which a worker has made no progress.
   *
   * @param nanos since its last step ended or, if it has finished none since it was resumed, since
   *     it received the order to resume, which may be long after that was sent
   * @param sinceStep whether it has finished a step since it was resumed
   */
  record Idle(long nanos, boolean sinceStep) {}

  /** A task has followed {@link TaskMessage.Assign}. */
  record Ready(int generation) implements FromMember {}

  /** A follower has the snapshots of these partitions and gets every update. */
  record Synced(List<Integer> partitions) implements FromMember {}

  /** A worker has these splits now, at least on disk. */
  record Fetched(List<TaskState.HeldSplit> splits) implements FromMember, Claim {}

  /**
   * The steps that a worker has finished since its last report.
   *
   * @param idleNanos the time since the last of them ended
   */
  record FinishedSteps(List<StepReport> steps, long idleNanos) implements FromMember, Claim {}

  /** The task was asked to stop: it leaves as soon as nothing depends on it. */
  record Leave() implements FromMember {}

  /** Another task cannot be reached, or does not answer. */
  record Suspect(int task, String why) implements FromMember {}

  /** A server's part of a checkpoint is on the disk. */
  record Saved(long clock, WrittenFile file) implements FromMember {}

  /** A server's part of a checkpoint could not be written; the server itself is well. */
  record NotSaved(long clock, String why) implements FromMember {}

  /**
   * The checkpoint that {@link TaskMessage.Assign} names could not be loaded; the task itself is
   * well.
   *
   * @param damaged whether the checkpoint is damaged, so that another try would fail too
   */
  record NotLoaded(int generation, boolean damaged, String why) implements FromMember {}

  /** The worker cannot get its splits. */
  record Broken(Fault fault, String why) implements FromMember {}

  /** The cause that keeps a worker from its splits. */
  enum Fault {
    /** The data: every worker meets the same fault. */
    DATA,
    /** The settings of the job: every worker meets the same fault. */
    SETTING,
    /** This worker's disk. */
    DISK,
    /** The server that the data come from: it may answer later. */
    SOURCE
  }

  default byte[] encode() {
    return RecordCodec.encode(MasterMessage.class, this);
  }

  static MasterMessage decode(ByteBuffer payload) {
    return RecordCodec.decode(MasterMessage.class, payload);
  }
}
