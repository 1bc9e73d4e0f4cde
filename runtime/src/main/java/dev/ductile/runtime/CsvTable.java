package dev.ductile.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A table in a file that grows by whole rows. While the disk takes no more, rows wait in memory up
 * to a limit. The file never ends in half a row, also if an earlier process left one. A file with
 * other columns, of another version of this program, is set aside.
 */
final class CsvTable {
  private static final long MOST_BYTES = 256L << 20;
  private static final int MOST_WAITING = 1 << 20;
  private static final int BUFFER = 8 << 10;

  private final String name;
  private final String head;
  private final Place place;
  private final Consumer<String> notes;
  private final StringBuilder waiting = new StringBuilder();
  private Optional<SeekableByteChannel> file = Optional.empty();
  private long whole;
  private long missing;
  private boolean failing;
  private boolean ended;

  /** The file of the table. */
  interface Place {
    /** Opens the file for reading and writing; creates it if it does not exist. */
    SeekableByteChannel open() throws IOException;

    /** Renames the file and returns its new name, so that {@link #open} creates a new one. */
    String setAside() throws IOException;
  }

  /**
   * A table that continues at the end of its file.
   *
   * @param head the first row: the names of the columns
   */
  CsvTable(String name, String head, Place place, Consumer<String> notes) {
    this.name = name;
    this.head = head;
    this.place = place;
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

  /** Writes the waiting rows, for readers of the file. */
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
    SeekableByteChannel open = place.open();
    try {
      whole = wholeRows(open);
      if (whole > 0 && !hasHead(open)) {
        open.truncate(whole).close();
        notes.accept("%s has other columns; it is now %s".formatted(name, place.setAside()));
        open = place.open();
        whole = 0;
      }
      open.truncate(whole).position(whole);
    } catch (IOException e) {
      open.close(); // as it is: the number of whole rows is not known
      throw e;
    }
    file = Optional.of(open);
    if (whole == 0 && !waiting.toString().startsWith(head)) {
      waiting.insert(0, head + "\n");
    }
    return open;
  }

  /** The position behind the last complete row. */
  private static long wholeRows(SeekableByteChannel file) throws IOException {
    var block = ByteBuffer.allocate(BUFFER);
    for (long end = file.size(); end > 0; end -= block.capacity()) {
      long from = Math.max(0, end - block.capacity());
      read(file, from, block.clear().limit((int) (end - from)));
      for (int at = block.position() - 1; at >= 0; at--) {
        if (block.get(at) == '\n') {
          return from + at + 1;
        }
      }
    }
    return 0;
  }

  private boolean hasHead(SeekableByteChannel file) throws IOException {
    ByteBuffer wanted = StandardCharsets.UTF_8.encode(head + "\n");
    var found = ByteBuffer.allocate(wanted.remaining());
    read(file, 0, found);
    return found.flip().equals(wanted);
  }

  private static void read(SeekableByteChannel file, long from, ByteBuffer into)
      throws IOException {
    file.position(from);
    while (into.hasRemaining() && file.read(into) >= 0) {
      // until it is full, or the file ends
    }
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
      // it is truncated when it is opened again
    }
  }
}
