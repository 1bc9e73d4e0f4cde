package dev.ductile.runtime.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes a split file piece by piece, whole or not at all; it holds one piece in memory, however
 * large the split is.
 */
final class SplitWriter implements AutoCloseable {
  private static final int PIECE_NUMBERS = 65_536;

  private final Path file;
  private final Path part;
  private final FileChannel channel;
  private final HeldOut heldOut;
  private final ExampleList list;
  private final int width;
  private final int pieceNumbers;
  private int examples;
  private long numbers;

  SplitWriter(Path file, int width, HeldOut heldOut) throws IOException {
    this(file, width, heldOut, PIECE_NUMBERS);
  }

  /**
   * A writer of an empty split.
   *
   * @param width the number of features of each example if all have all; otherwise 0
   * @param heldOut the examples that are left out
   * @param pieceNumbers the approximate number of values that it may hold in memory
   */
  SplitWriter(Path file, int width, HeldOut heldOut, int pieceNumbers) throws IOException {
    this.file = file;
    this.heldOut = heldOut;
    this.width = width;
    this.pieceNumbers = Math.min(pieceNumbers, PIECE_NUMBERS);
    list = new ExampleList(width);
    part = file.resolveSibling(file.getFileName() + ".part");
    channel =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    channel.position(SplitFile.HEADER_BYTES);
  }

  /** The list for the next example. */
  ExampleList list() {
    return list;
  }

  /** Must be called whenever an example has ended. */
  void ended() throws IOException {
    if (heldOut.hasLast(list)) {
      list.dropLast();
    }
    if (list.numbers() >= pieceNumbers || list.count() >= pieceNumbers) {
      flush();
    }
  }

  private void flush() throws IOException {
    Examples piece = list.take();
    examples = Math.addExact(examples, piece.count());
    numbers += piece.values().length;
    if (numbers > SplitFile.MOST_NUMBERS) {
      throw new IOException(
          "%s would have more than %d values; use more splits"
              .formatted(file, SplitFile.MOST_NUMBERS));
    }
    write(SplitFile.encode(piece));
  }

  /** Completes the file; returns the number of its examples. */
  int finish() throws IOException {
    if (list.count() > 0) {
      flush();
    }
    var header = ByteBuffer.allocate(SplitFile.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(SplitFile.MAGIC).putInt(examples).putInt((int) numbers).putInt(width);
    channel.position(0);
    write(header.flip());
    channel.close();
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    return examples;
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(part);
  }
}
