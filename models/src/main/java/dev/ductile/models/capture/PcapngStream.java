package dev.ductile.models.capture;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A reader of pcapng, the newer format (draft-ietf-opsawg-pcapng): a sequence of blocks. Blocks
 * with packets or interfaces are read, others are skipped.
 */
final class PcapngStream {
  private static final int SECTION = 0x0A0D0D0A;
  private static final int BYTE_ORDER = 0x1A2B3C4D;
  private static final int INTERFACE = 1;
  private static final int OLD_PACKET = 2;
  private static final int PACKET = 6;

  private static final int FRAME_OF_BLOCK = 12;
  private static final int PACKET_HEADER = 20;
  private static final int MOST_BYTES = 1 << 24;
  private static final int MOST_INTERFACES = 1 << 16;

  private final InputStream in;
  private final Path file;
  private final List<Interface> interfaces = new ArrayList<>();
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

  PcapngStream(InputStream in, Path file) {
    this.in = in;
    this.file = file;
  }

  /** A captured interface, with the unit of its time stamps. */
  private record Interface(int linkType, long unitsPerSecond, long offsetSeconds) {
    private static final int TIME_RESOLUTION = 9;
    private static final int TIME_OFFSET = 14;
    private static final long NANOS = 1_000_000_000;

    static Interface of(ByteBuffer block) {
      int linkType = Short.toUnsignedInt(block.getShort());
      block.position(Math.min(8, block.limit()));
      long unitsPerSecond = 1_000_000;
      long offset = 0;
      while (block.remaining() >= 4) {
        int code = Short.toUnsignedInt(block.getShort());
        int length = Short.toUnsignedInt(block.getShort());
        if (length > block.remaining()) {
          break;
        }
        int next = Math.min(block.position() + (length + 3) / 4 * 4, block.limit());
        if (code == TIME_RESOLUTION && length == 1) {
          unitsPerSecond = unitsPerSecond(block.get());
        } else if (code == TIME_OFFSET && length == 8) {
          offset = block.getLong();
        }
        block.position(next);
      }
      return new Interface(linkType, unitsPerSecond, offset);
    }

    /** A power of ten, or of two if the highest bit is set. */
    private static long unitsPerSecond(byte resolution) {
      int exponent = resolution & 0x7F;
      if (resolution < 0) {
        return 1L << Math.min(exponent, 62);
      }
      long units = 1;
      for (int i = 0; i < Math.min(exponent, 18); i++) {
        units *= 10;
      }
      return units;
    }

    long nanos(long units) {
      long seconds = Long.divideUnsigned(units, unitsPerSecond);
      long rest = Long.remainderUnsigned(units, unitsPerSecond);
      long nanos =
          unitsPerSecond <= NANOS
              ? rest * NANOS / unitsPerSecond
              : rest / Math.max(1, unitsPerSecond / NANOS);
      return (seconds + offsetSeconds) * NANOS + nanos;
    }
  }

  /** As {@link CaptureFile#read}. */
  boolean read(Frame.Reader reader) throws IOException {
    try {
      for (byte[] head = in.readNBytes(8); head.length > 0; head = in.readNBytes(8)) {
        if (head.length < 8) {
          return true;
        }
        block(ByteBuffer.wrap(head), reader);
      }
      return false;
    } catch (EOFException cut) {
      return true;
    }
  }

  private void block(ByteBuffer head, Frame.Reader reader) throws IOException {
    int type = head.order(order).getInt();
    if (type == SECTION) {
      section(head);
      return;
    }
    byte[] body = body(head.getInt());
    ByteBuffer block = ByteBuffer.wrap(body).order(order);
    switch (type) {
      case INTERFACE -> describe(block);
      case PACKET -> packet(block, block.remaining() < 4 ? -1 : block.getInt(), reader);
      case OLD_PACKET -> {
        int number = block.remaining() < 4 ? -1 : Short.toUnsignedInt(block.getShort());
        block.position(Math.min(4, block.limit()));
        packet(block, number, reader);
      }
      default -> {}
    }
  }

  /** Starts a section, which has its own interfaces and byte order. */
  private void section(ByteBuffer head) throws IOException {
    byte[] magic = exactly(4);
    order = ByteOrder.LITTLE_ENDIAN;
    if (ByteBuffer.wrap(magic).order(order).getInt() != BYTE_ORDER) {
      order = ByteOrder.BIG_ENDIAN;
      if (ByteBuffer.wrap(magic).order(order).getInt() != BYTE_ORDER) {
        throw broken("a section without a byte order");
      }
    }
    int length = head.order(order).getInt(4);
    body(length - 4);
    interfaces.clear();
  }

  private void describe(ByteBuffer block) throws IOException {
    if (block.remaining() < 8 || interfaces.size() >= MOST_INTERFACES) {
      throw broken("an interface that is not described");
    }
    interfaces.add(Interface.of(block));
  }

  private void packet(ByteBuffer block, int number, Frame.Reader reader) throws IOException {
    if (number < 0 || number >= interfaces.size() || block.remaining() < PACKET_HEADER - 4) {
      throw broken("a packet of an interface that is not described");
    }
    Interface from = interfaces.get(number);
    long units = Integer.toUnsignedLong(block.getInt()) << 32;
    units |= Integer.toUnsignedLong(block.getInt());
    int captured = block.getInt();
    long length = Integer.toUnsignedLong(block.getInt());
    if (captured < 0 || captured > block.remaining()) {
      throw broken("a packet that is longer than its block");
    }
    byte[] bytes = new byte[captured];
    block.get(bytes);
    reader.take(new Frame(from.nanos(units), from.linkType(), bytes, length));
  }

  /** The rest of a block without the repeated length at its end. */
  private byte[] body(int length) throws IOException {
    if (length < FRAME_OF_BLOCK || length > MOST_BYTES || length % 4 != 0) {
      throw broken("a block of %d bytes".formatted(length));
    }
    byte[] body = exactly(length - FRAME_OF_BLOCK);
    exactly(4);
    return body;
  }

  private byte[] exactly(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException();
    }
    return bytes;
  }

  private IOException broken(String what) {
    return new IOException("%s: is damaged: it has %s".formatted(file, what));
  }
}
