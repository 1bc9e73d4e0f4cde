package dev.ductile.runtime.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * The received bytes of a connection that are not delivered yet. While a long frame is under way it
 * reads no further than the next header, so that few bytes are ever moved.
 */
final class ReceiveBuffer {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Buffers buffers;

  /** Filled from its position to its limit. */
  private ByteBuffer in = NOTHING;

  /** The length in bytes of the frame that is under way; 0 if it is not known yet. */
  private int wanted;

  private boolean isFull;
  private boolean hasRead;

  ReceiveBuffer(Buffers buffers) {
    this.buffers = buffers;
  }

  /**
   * Reads once; returns the number of bytes, or -1 at the end.
   *
   * @param usual the room in bytes if no longer frame is under way
   */
  int read(ReadableByteChannel channel, int usual) throws IOException {
    int room = Math.max(usual, wanted + FrameHeader.BYTES);
    if (in.capacity() < room) {
      move(room);
    }
    if (in.position() > 0) {
      in.compact();
    } else {
      in.position(in.limit());
    }
    in.limit(wanted > usual / 2 ? wanted + FrameHeader.BYTES : in.capacity());
    int count = channel.read(in);
    isFull = !in.hasRemaining();
    hasRead = count > 0;
    in.flip();
    return count;
  }

  private void move(int room) {
    ByteBuffer larger = buffers.take(room);
    larger.put(in).flip();
    release();
    in = larger;
  }

  /**
   * Whether more bytes are likely to be there: the last read was cut short, or a frame is under
   * way.
   */
  boolean expectsMore() {
    return isFull || (wanted > 0 && hasRead);
  }

  /** The claimed length of the next frame's payload, unsigned; -1 if not yet known. */
  long claim() {
    return in.remaining() < Integer.BYTES ? -1 : Integer.toUnsignedLong(in.getInt(in.position()));
  }

  /** Whether the next frame, which has a payload of this length, is complete. */
  boolean has(int payload) {
    wanted = FrameHeader.BYTES + payload;
    return in.remaining() >= wanted;
  }

  /** Takes the header of a complete frame. */
  FrameHeader header() {
    wanted = 0;
    return FrameHeader.read(in);
  }

  /** Takes the payload that follows; valid until the next read. */
  ByteBuffer payload(int bytes) {
    ByteBuffer payload = in.slice(in.position(), bytes);
    in.position(in.position() + bytes);
    return payload;
  }

  /** Gives the buffer back if no bytes are under way. */
  void rest() {
    if (!in.hasRemaining()) {
      release();
    }
  }

  /** Drops everything. */
  void clear() {
    release();
  }

  private void release() {
    if (in.capacity() > 0) {
      buffers.give(in);
      in = NOTHING;
    }
  }
}
