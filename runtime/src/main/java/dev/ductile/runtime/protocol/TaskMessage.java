package dev.ductile.runtime.protocol;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Standing;
import dev.ductile.runtime.membership.Table;
import dev.ductile.runtime.transport.RecordCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** What the master says to a task. */
public sealed interface TaskMessage {
  /** What a task is told once it knows its job. */
  sealed interface ForJob extends TaskMessage {}

  /** A stage of a reconfiguration, for every task. */
  sealed interface Change extends ForJob {}

  /** What a task does with its replicas of partitions, for servers and all-reduce workers. */
  sealed interface ReplicaOrder extends ForJob {}

  /** The task belongs to the job. */
  record Welcome(int task, TrainingJob job) implements TaskMessage {}

  /**
   * Begin to copy these partitions to a new follower; all of them are yours.
   *
   * @param to the follower, with its address, for it is in no roster yet
   */
  record Follow(Member to, List<Integer> partitions) implements ReplicaOrder {}

  /**
   * Get these splits, from a worker that has them or, where {@code from} is empty, from the source.
   */
  record Fetch(List<Integer> splits, Optional<Member> from) implements ForJob {}

  /**
   * Stop for a regroup.
   *
   * @param clock a worker before this step goes on until it is there; 0 stops at once; {@code
   *     Long.MAX_VALUE} means its own next boundary
   */
  record Halt(int generation, long clock) implements Change {}

  /**
   * The new generation.
   *
   * @param step the step that comes next, once what is {@code committed} is applied
   * @param start what a copy is to do with its numbers first
   * @param examples of each split; empty until all are known
   * @param cursors where splits go on that are read by cursors
   */
  record Assign(
      int generation,
      long step,
      Start start,
      List<Member> roster,
      Table table,
      List<Integer> examples,
      List<Standing.Cursor> cursors)
      implements Change {
    /** Whether the numbers are those of an earlier step, or of none. */
    public boolean goesBack() {
      return start instanceof Start.Fresh || start instanceof Start.Restore;
    }
  }

  /** Everybody is ready: begin. */
  record Resume(int generation) implements Change {}

  /** Write your primary partitions as they are at the boundary of {@code clock}. */
  record Save(long clock, String directory) implements ReplicaOrder {}

  /**
   * End.
   *
   * @param exitCode 0 when all is done, 143 when it was asked for
   */
  record Stop(int exitCode, String why) implements TaskMessage {}

  /** What a copy does with its numbers before a generation begins. */
  sealed interface Start {
    /** Apply the prepared step before {@code Assign.step}, where that is not done. */
    record Commit() implements Start {}

    /** Forget sums of the step that comes next. */
    record Discard() implements Start {}

    /** Begin with the numbers that the model begins with. */
    record Fresh() implements Start {}

    /** Load them from a checkpoint. */
    record Restore(String directory) implements Start {}
  }

  default byte[] encode() {
    return RecordCodec.encode(TaskMessage.class, this);
  }

  static TaskMessage decode(ByteBuffer payload) {
    return RecordCodec.decode(TaskMessage.class, payload);
  }
}
