package dev.ductile.runtime.process;

import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;

/** The work of a task as a server or a worker. All calls come on the loop's thread. */
public interface Part {
  /** Its state, for a master with which it registers. */
  TaskState state();

  /** Takes a message of the master; {@link TaskMessage.Welcome} comes first. */
  void hear(TaskMessage message);

  /** Another task has sent a frame that is not control. */
  void frame(Connection from, FrameHeader header, ByteBuffer payload);

  /** A connection to or from another task is closed. */
  void lost(int peer, String why);

  /** The process is asked to stop (SIGTERM): it leaves in order. */
  void leave();
}
