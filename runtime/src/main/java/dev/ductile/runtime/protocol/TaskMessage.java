package dev.ductile.runtime.protocol;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.transport.RecordCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** A message of the master to a task. */
public sealed interface TaskMessage {
  /** A message to a task that knows its job. */
  sealed interface ForJob extends TaskMessage {}

  /** A stage of a reconfiguration, for every task. */
  sealed interface Change extends ForJob {}

  /** An order about replicas of partitions, for servers and all-reduce workers. */
  sealed interface ReplicaOrder extends ForJob {}

  /** The task belongs to the job. */
  record Welcome(int task, TrainingJob job) implements TaskMessage {}

  /**
   * Send these partitions, of which the task is the primary, to a new follower.
   *
   * @param to the follower, with its address, because it is in no roster yet
   */
  record Follow(Member to, List<Integer> partitions) implements ReplicaOrder {}

  /**
   * Get these splits, from a worker that has them or, if {@code from} is empty, from the source.
   */
  record Fetch(List<Integer> splits, Optional<Member> from) implements ForJob {}

  /**
   * Halt for a reconfiguration.
   *
   * @param clock a worker before this step continues until it is there; 0 halts at once; {@code
   *     Long.MAX_VALUE} means its own next boundary
   */
  record Halt(int generation, long clock) implements Change {}

  /**
   * The new generation.
   *
   * @param step the next step, once a committed one is applied
   * @param start the first action of the replicas
   * @param examples of each split; empty until all are known
   * @param cursors the next position in each split that is read by a cursor
   */
  record Assign(
      int generation,
      long step,
      Start start,
      List<Member> roster,
      AssignmentTable table,
      List<Integer> examples,
      List<TaskState.Cursor> cursors)
      implements Change {
    /** Whether the parameters are those of an earlier step, or initial ones. */
    public boolean goesBack() {
      return start instanceof Start.Fresh || start instanceof Start.Restore;
    }
  }

  /** All members are ready: begin. */
  record Resume(int generation) implements Change {}

  /** Write your primary partitions as they are at the boundary of {@code clock}. */
  record Save(long clock, String directory) implements ReplicaOrder {}

  /**
   * End.
   *
   * @param exitCode 0 when the job has finished, 143 when the end was requested
   */
  record Stop(int exitCode, String why) implements TaskMessage {}

  /** The first action of replicas before a generation begins. */
  sealed interface Start {
    /** Apply the prepared step before {@code Assign.step}, if that is not done. */
    record Commit() implements Start {}

    /** Drop sums of the next step. */
    record Discard() implements Start {}

    /** Begin with the model's initial values. */
    record Fresh() implements Start {}

    /** Load the values from a checkpoint. */
    record Restore(String directory) implements Start {}
  }

  default byte[] encode() {
    return RecordCodec.encode(TaskMessage.class, this);
  }

  static TaskMessage decode(ByteBuffer payload) {
    return RecordCodec.decode(TaskMessage.class, payload);
  }
}
