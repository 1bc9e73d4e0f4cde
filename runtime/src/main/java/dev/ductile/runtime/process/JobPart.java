package dev.ductile.runtime.process;

import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;

/**
 * The work of a server or a worker for a job that it knows. All calls come on the loop's thread.
 */
public interface JobPart {
  /** Its state, for a master with which it registers. */
  TaskState state();

  /** The master changes the generation. */
  void change(TaskMessage.Change change);

  /** Another task has sent a frame that is not control. */
  void frame(Connection from, FrameHeader header, ByteBuffer payload);

  /** A connection to or from another task is closed. */
  void lost(int peer, String why);

  /** The task is about to end. */
  default void end() {}

  /** A part that holds replicas of partitions. */
  interface OfReplicas extends JobPart {
    void replicas(TaskMessage.ReplicaOrder order);
  }

  /** A part that holds splits of the data. */
  interface OfSplits extends JobPart {
    void fetch(TaskMessage.Fetch wanted);
  }
}
