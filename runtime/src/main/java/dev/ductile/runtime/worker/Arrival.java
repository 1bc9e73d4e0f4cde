package dev.ductile.runtime.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** A split that another worker sends here; it is kept in memory until it is complete. */
final class Arrival {
  /** The largest split; a larger one is refused. */
  static final long MOST_BYTES = 1L << 30;

  private final int from;
  private final List<byte[]> chunks = new ArrayList<>();
  private final CRC32C checksum = new CRC32C();
  private long bytes;

  Arrival(int from) {
    this.from = from;
  }

  /** The task that sends it. */
  int from() {
    return from;
  }

  /** The number of bytes received. */
  long bytes() {
    return bytes;
  }

  /**
   * Takes the next bytes; returns false if they do not follow the received ones, or are too many.
   */
  boolean take(long offset, ByteBuffer payload) {
    if (offset != bytes || bytes + payload.remaining() > MOST_BYTES) {
      return false;
    }
    byte[] chunk = new byte[payload.remaining()];
    payload.get(chunk);
    checksum.update(chunk);
    chunks.add(chunk);
    bytes += chunk.length;
    return true;
  }

  /** Whether the received bytes are those that were sent. */
  boolean isWhole(long offset, ByteBuffer payload) {
    return offset == bytes
        && payload.remaining() == Long.BYTES
        && payload.getLong() == checksum.getValue();
  }

  /** Writes the split whole or not at all. It may block. */
  void writeTo(Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".came");
    try (OutputStream out = Files.newOutputStream(part)) {
      for (byte[] chunk : chunks) {
        out.write(chunk);
      }
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
