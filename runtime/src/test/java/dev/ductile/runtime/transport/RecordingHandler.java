package dev.ductile.runtime.transport;

import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A handler that records its calls for another thread. */
final class RecordingHandler implements Handler {
  final BlockingQueue<Connection> opened = new LinkedBlockingQueue<>();
  final BlockingQueue<Heard> frames = new LinkedBlockingQueue<>();
  final BlockingQueue<String> closed = new LinkedBlockingQueue<>();

  record Heard(FrameHeader header, ByteBuffer payload) {}

  /** The next element of a queue, which must arrive soon. */
  static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T next = queue.poll(20, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing came in 20 seconds");
    }
    return next;
  }

  @Override
  public void opened(Connection connection) {
    opened.add(connection);
  }

  @Override
  public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {
    frames.add(new Heard(header, ByteBuffer.allocate(payload.remaining()).put(payload).flip()));
  }

  @Override
  public void closed(Connection connection, String why) {
    closed.add(why);
  }
}
