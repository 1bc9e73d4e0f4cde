package dev.ductile.runtime.process;

import dev.ductile.runtime.membership.Standing;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.Header;
import java.nio.ByteBuffer;

/** What makes a task a server or a worker. All calls come on the loop's thread. */
public interface Part {
  /** Where it is, for a master that it comes to. */
  Standing standing();

  /** The master has said something; {@link TaskMessage.Welcome} comes first. */
  void hear(TaskMessage message);

  /** Another task has sent a frame that is not control. */
  void frame(Connection from, Header header, ByteBuffer payload);

  /** A connection to or from another task is over. */
  void lost(int peer, String why);

  /** The process is asked to stop (SIGTERM): it is to leave in order. */
  void leave();
}
