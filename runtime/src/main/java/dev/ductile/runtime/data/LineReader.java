package dev.ductile.runtime.data;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Lines of a stream, one after another, as bytes of a reused buffer. */
final class LineReader implements AutoCloseable {
  static final int LONGEST_LINE = 16 << 20;

  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private byte[] buffer = new byte[BUFFER];
  private int filled;
  private int from;
  private int to;
  private int next;
  private long number;
  private long place;
  private boolean ended;

  /**
   * A reader before its first line.
   *
   * @param place of the stream's first byte in the file
   */
  LineReader(InputStream in, long place) {
    this.in = in;
    this.place = place;
  }

  /** Goes to the next line; returns whether there is one. */
  boolean next() throws IOException {
    from = next;
    int searched = from;
    while (true) {
      for (int i = searched; i < filled; i++) {
        if (buffer[i] == '\n') {
          return found(i, i + 1);
        }
      }
      searched = filled - from;
      if (ended || !fill()) {
        ended = true;
        return from < filled && found(filled, filled);
      }
      searched += from;
    }
  }

  private boolean found(int end, int following) {
    to = end > from && buffer[end - 1] == '\r' ? end - 1 : end;
    next = following;
    number++;
    return true;
  }

  /** Moves the open line to the buffer's beginning and reads more behind it. */
  private boolean fill() throws IOException {
    int open = filled - from;
    if (open > LONGEST_LINE) {
      throw new MalformedDataException(
          "a line of more than %d bytes; is this text?".formatted(LONGEST_LINE));
    }
    if (open == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    System.arraycopy(buffer, from, buffer, 0, open);
    place += from;
    from = 0;
    next = 0;
    filled = open;
    int read = in.read(buffer, filled, buffer.length - filled);
    filled += Math.max(0, read);
    return read > 0;
  }

  /** The buffer; the line is from {@link #from} up to {@link #to}. */
  byte[] bytes() {
    return buffer;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** The line's number; that of the first line read is 1. */
  long number() {
    return number;
  }

  /** The position of the line in the file. */
  long begin() {
    return place + from;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
