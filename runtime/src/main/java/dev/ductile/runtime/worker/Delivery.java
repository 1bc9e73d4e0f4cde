package dev.ductile.runtime.worker;

import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.Payload;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Sends a split to another worker, no faster than that one reads. */
final class Delivery {
  /** In {@code extra} of the last frame of a split, which carries the checksum. */
  static final int LAST = 1;

  /** In {@code extra} of the answer of a worker that cannot send the split. */
  static final int NOT_HERE = -1;

  private static final int CHUNK = 1 << 20;

  private final Blocking blocking;
  private final Connection to;
  private final int split;
  private final Path file;
  private final CRC32C checksum = new CRC32C();
  private long offset;

  Delivery(Blocking blocking, Connection to, int split, Path file) {
    this.blocking = blocking;
    this.to = to;
    this.split = split;
    this.file = file;
  }

  static void refuse(Connection to, int split) {
    to.send(FrameKind.SPLIT.header(0, split, -1, 0, NOT_HERE));
  }

  /** Sends the rest, piece by piece. */
  void proceed() {
    if (to.isOpen()) {
      blocking.run(this::read, this::send, _ -> refuse(to, split));
    }
  }

  private byte[] read() throws IOException {
    try (var channel = FileChannel.open(file)) {
      var chunk = ByteBuffer.allocate((int) Math.min(CHUNK, channel.size() - offset));
      while (chunk.hasRemaining()) {
        if (channel.read(chunk, offset + chunk.position()) < 0) {
          throw new EOFException(file + " has become shorter");
        }
      }
      return chunk.array();
    }
  }

  private void send(byte[] chunk) {
    if (chunk.length == 0) {
      byte[] end = ByteBuffer.allocate(Long.BYTES).putLong(checksum.getValue()).array();
      to.send(FrameKind.SPLIT.header(0, split, -1, offset, LAST), Payload.of(end));
      return;
    }
    to.send(FrameKind.SPLIT.header(0, split, -1, offset, 0), Payload.of(chunk));
    checksum.update(chunk);
    offset += chunk.length;
    to.whenSent(this::proceed);
  }
}
