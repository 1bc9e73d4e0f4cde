package dev.ductile.scenario.trace;

import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Place;
import dev.ductile.text.TextFile;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads a text file line by line; a line that is too long is an error. */
final class TextLines implements AutoCloseable {
  /** The longest line, in characters. */
  static final int LONGEST = 1 << 20;

  private static final int BUFFER = 1 << 16;

  private final InputFile file;
  private final Reader reader;
  private final char[] buffer = new char[BUFFER];
  private int at;
  private int end;
  private long number;

  TextLines(InputFile file) {
    this.file = file;
    try {
      this.reader = new InputStreamReader(file.open(), StandardCharsets.UTF_8.newDecoder());
    } catch (IOException problem) {
      throw TextFile.failed(file, problem);
    }
  }

  /** The next line without its end; empty after the last. */
  Optional<String> next() {
    var line = new StringBuilder();
    number++;
    boolean more = fill();
    if (!more) {
      return Optional.empty();
    }
    while (more && !moveLineEnd(line)) {
      if (line.length() > LONGEST) {
        throw wrong("the line is longer than %d characters".formatted(LONGEST));
      }
      more = fill();
    }
    if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
      line.setLength(line.length() - 1);
    }
    String text = line.toString();
    boolean marked = number == 1 && text.startsWith(TextFile.BYTE_ORDER_MARK);
    return Optional.of(marked ? text.substring(1) : text);
  }

  /** The number of the last line that was read, from 1. */
  long number() {
    return number;
  }

  Place place() {
    return Place.at(file.toString(), number);
  }

  InputException wrong(String what) {
    return new InputException(place(), what);
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException problem) {
      throw TextFile.failed(file, problem);
    }
  }

  /** Moves characters to the end of the line; returns whether it was reached. */
  private boolean moveLineEnd(StringBuilder line) {
    int start = at;
    while (at < end && buffer[at] != '\n') {
      at++;
    }
    line.append(buffer, start, at - start);
    boolean found = at < end;
    at += found ? 1 : 0;
    return found;
  }

  private boolean fill() {
    if (at < end) {
      return true;
    }
    try {
      at = 0;
      end = reader.read(buffer);
      return end > 0;
    } catch (CharacterCodingException problem) {
      throw new InputException(place(), "is not UTF-8 text", problem);
    } catch (IOException problem) {
      throw new InputException(place(), TextFile.reason(problem), problem);
    }
  }
}
