package dev.ductile.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A table in a file that grows by whole rows. While the disk takes no more, rows wait in memory up
 * to a limit; the file never ends in half a row, also where an earlier process left one.
 */
final class CsvTable {
  private static final long MOST_BYTES = 256L << 20;
  private static final int MOST_WAITING = 1 << 20;
  private static final int BUFFER = 8 << 10;

  private final String name;
  private final String head;
  private final Opener opener;
  private final Consumer<String> notes;
  private final StringBuilder waiting = new StringBuilder();
  private Optional<SeekableByteChannel> file = Optional.empty();
  private long whole;
  private long missing;
  private boolean failing;
  private boolean ended;

  /** Opens the file for reading and writing; makes it where it is not there. */
  @FunctionalInterface
  interface Opener {
    SeekableByteChannel open() throws IOException;
  }

  /**
   * A table that goes on where its file ends.
   *
   * @param head the first row of a file that is empty
   */
  CsvTable(String name, String head, Opener opener, Consumer<String> notes) {
    this.name = name;
    this.head = head;
    this.opener = opener;
    this.notes = notes;
    flush();
  }

  void row(String row) {
    if (ended) {
      return;
    }
    if (waiting.length() + row.length() >= MOST_WAITING) {
      missing++;
      return;
    }
    waiting.append(row).append('\n');
    if (waiting.length() >= BUFFER && !failing) {
      flush();
    }
  }

  /** Writes what waits, for whoever looks into the file now. */
  void flush() {
    if (ended) {
      return;
    }
    try {
      write();
      recovers();
    } catch (IOException e) {
      fails(e);
    }
  }

  private void write() throws IOException {
    SeekableByteChannel open = file.isPresent() ? file.get() : open();
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(waiting.toString());
    if (whole + bytes.remaining() > MOST_BYTES) {
      ended = true;
      notes.accept("%s ends here: it may have %d bytes".formatted(name, MOST_BYTES));
      open.close();
      return;
    }
    while (bytes.hasRemaining()) {
      open.write(bytes);
    }
    whole = open.position();
    waiting.setLength(0);
  }

  private SeekableByteChannel open() throws IOException {
    SeekableByteChannel open = opener.open();
    try {
      whole = wholeRows(open);
      open.truncate(whole).position(whole);
    } catch (IOException e) {
      open.close(); // as it is: how much of it is whole rows is not known
      throw e;
    }
    file = Optional.of(open);
    if (whole == 0 && !waiting.toString().startsWith(head)) {
      waiting.insert(0, head + "\n");
    }
    return open;
  }

  /** Where the last row ends that has an end. */
  private static long wholeRows(SeekableByteChannel file) throws IOException {
    var block = ByteBuffer.allocate(BUFFER);
    for (long end = file.size(); end > 0; end -= block.capacity()) {
      long from = Math.max(0, end - block.capacity());
      block.clear().limit((int) (end - from));
      file.position(from);
      while (block.hasRemaining() && file.read(block) >= 0) {
        // until the block is full
      }
      for (int at = block.position() - 1; at >= 0; at--) {
        if (block.get(at) == '\n') {
          return from + at + 1;
        }
      }
    }
    return 0;
  }

  private void recovers() {
    if (failing) {
      failing = false;
      notes.accept("%s is written again; %d rows are missing".formatted(name, missing));
      missing = 0;
    }
  }

  private void fails(IOException why) {
    if (!failing) {
      failing = true;
      notes.accept(
          "%s cannot be written: %s; rows wait until it can be".formatted(name, why.getMessage()));
    }
    if (file.isPresent()) {
      cutBack(file.get());
      file = Optional.empty();
    }
  }

  private void cutBack(SeekableByteChannel open) {
    try (open) {
      open.truncate(whole);
    } catch (IOException e) {
      // it is cut when it is opened again
    }
  }
}
