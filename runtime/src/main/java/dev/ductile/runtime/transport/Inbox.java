package dev.ductile.runtime.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * What has come on a connection and is not yet delivered. While a long frame is under way it reads
 * no further than the next header, so that hardly a byte is ever moved.
 */
final class Inbox {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Buffers buffers;

  /** From its position to its limit it is filled. */
  private ByteBuffer in = NOTHING;

  /** How many bytes the frame under way has; 0 where that is not known yet. */
  private int wanted;

  private boolean isFull;
  private boolean hasRead;

  Inbox(Buffers buffers) {
    this.buffers = buffers;
  }

  /**
   * Reads once; how many bytes came, -1 at the end.
   *
   * @param usual for how many bytes there is room where no longer frame is under way
   */
  int read(ReadableByteChannel channel, int usual) throws IOException {
    int room = Math.max(usual, wanted + Header.BYTES);
    if (in.capacity() < room) {
      move(room);
    }
    if (in.position() > 0) {
      in.compact();
    } else {
      in.position(in.limit());
    }
    in.limit(wanted > usual / 2 ? wanted + Header.BYTES : in.capacity());
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

  /** Whether more is likely to be there: the last read was cut short, or a frame is under way. */
  boolean expectsMore() {
    return isFull || (wanted > 0 && hasRead);
  }

  /** The length of the next frame's payload as it claims, unsigned; -1 if not yet known. */
  long claim() {
    return in.remaining() < Integer.BYTES ? -1 : Integer.toUnsignedLong(in.getInt(in.position()));
  }

  /** Whether the next frame, which has a payload of so many bytes, is here. */
  boolean has(int payload) {
    wanted = Header.BYTES + payload;
    return in.remaining() >= wanted;
  }

  /** Takes the header of a frame that is here. */
  Header header() {
    wanted = 0;
    return Header.read(in);
  }

  /** Takes the payload that follows; valid until the next read. */
  ByteBuffer payload(int bytes) {
    ByteBuffer payload = in.slice(in.position(), bytes);
    in.position(in.position() + bytes);
    return payload;
  }

  /** Gives the buffer back where nothing is under way. */
  void rest() {
    if (!in.hasRemaining()) {
      release();
    }
  }

  /** Forgets everything. */
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
