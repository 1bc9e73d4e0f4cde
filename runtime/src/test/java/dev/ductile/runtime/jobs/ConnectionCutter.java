package dev.ductile.runtime.jobs;

import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.process.Part;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A task that cuts one connection, after a frame of a kind.
 *
 * @param wanted the number of the kind, shared by all tasks
 */
record ConnectionCutter(Part part, AtomicInteger wanted) implements Part {
  static final int NO_KIND = -1;

  @Override
  public TaskState state() {
    return part.state();
  }

  @Override
  public void hear(TaskMessage message) {
    part.hear(message);
  }

  @Override
  public void frame(Connection from, FrameHeader header, ByteBuffer payload) {
    part.frame(from, header, payload);
    if (header.kind() != NO_KIND && wanted.compareAndSet(header.kind(), NO_KIND)) {
      from.close("cut for a test");
    }
  }

  @Override
  public void lost(int peer, String why) {
    part.lost(peer, why);
  }

  @Override
  public void leave() {
    part.leave();
  }
}
