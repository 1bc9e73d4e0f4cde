package dev.ductile.runtime.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/**
 * The frames that wait to be written to a connection. Frames are put into a borrowed buffer only
 * when the socket has room, several small ones together, so that waiting frames need no copy.
 */
final class SendQueue {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** The bytes that are written before other connections have their turn. */
  private static final int TURN = 2 << 20;

  private final Buffers buffers;
  private final Executor later;
  private final Deque<Item> items = new ArrayDeque<>();

  /** Still to be written from its position on. */
  private ByteBuffer out = NOTHING;

  private long waiting;
  private boolean isOpen;

  private sealed interface Item {
    record Frame(FrameHeader header, Payload payload, int bytes) implements Item {}

    record Mark(Runnable action) implements Item {}
  }

  /**
   * An empty outbox.
   *
   * @param later runs actions soon, but not while it is writing
   */
  SendQueue(Buffers buffers, Executor later) {
    this.buffers = buffers;
    this.later = later;
  }

  /** Puts a frame before all others; it goes out even before {@link #open}. */
  void greet(FrameHeader header, Payload payload) {
    items.addFirst(frame(header, payload));
  }

  void add(FrameHeader header, Payload payload) {
    items.add(frame(header, payload));
  }

  private Item frame(FrameHeader header, Payload payload) {
    int bytes = Math.addExact(FrameHeader.BYTES, payload.bytes());
    waiting += bytes;
    return new Item.Frame(header, payload, bytes);
  }

  /** Runs the action when the socket has taken all frames that were added before. */
  void mark(Runnable action) {
    items.add(new Item.Mark(action));
  }

  /** From now on all frames may be written. */
  void open() {
    isOpen = true;
  }

  long bytes() {
    return waiting + out.remaining();
  }

  /**
   * Writes as much as the channel takes, within bounds; returns whether no frame is left that may
   * be written.
   */
  boolean write(WritableByteChannel channel) throws IOException {
    for (int written = 0; written < TURN; ) {
      if (!out.hasRemaining() && !fill()) {
        return true;
      }
      written += channel.write(out);
      if (out.hasRemaining()) {
        return false;
      }
    }
    return false;
  }

  /** Moves frames into the buffer, and gives it back if there are none. */
  private boolean fill() {
    out.clear();
    for (Item next = items.peek(); next != null && fits(next); next = items.peek()) {
      items.remove();
      if (next instanceof Item.Mark(Runnable action)) {
        later.execute(action);
      } else if (next instanceof Item.Frame frame) {
        put(frame);
      }
    }
    out.flip();
    if (!out.hasRemaining()) {
      release();
    }
    return out.hasRemaining();
  }

  private boolean fits(Item next) {
    return next instanceof Item.Frame(FrameHeader header, Payload _, int bytes)
        ? (isOpen || header.kind() == Connection.HELLO)
            && (out.position() == 0 || out.remaining() >= bytes)
        : out.position() == 0;
  }

  private void put(Item.Frame frame) {
    if (out.remaining() < frame.bytes()) {
      release();
      out = buffers.take(isOpen ? Math.max(Buffers.COMMON, frame.bytes()) : frame.bytes());
    }
    int end = out.position() + frame.bytes();
    waiting -= frame.bytes();
    frame.header().write(out, frame.bytes() - FrameHeader.BYTES);
    frame.payload().writeTo(out.limit(end));
    if (out.position() != end) {
      throw new IllegalStateException(
          "a payload of %d bytes ended %d bytes too early"
              .formatted(frame.payload().bytes(), end - out.position()));
    }
    out.order(ByteOrder.BIG_ENDIAN).limit(out.capacity());
  }

  /** Drops everything. */
  void clear() {
    items.clear();
    waiting = 0;
    release();
  }

  private void release() {
    if (out.capacity() > 0) {
      buffers.give(out);
      out = NOTHING;
    }
  }
}
