package dev.ductile.engines.supervision;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Splits bytes into lines, of which it keeps at most a limit: a line may never end. */
public final class LineSplitter {
  private final byte[] line;
  private final Consumer<String> reader;
  private int length;

  public LineSplitter(int limit, Consumer<String> reader) {
    this.line = new byte[limit];
    this.reader = reader;
  }

  /** A carriage return ends a line too, because programs draw progress bars with it. */
  public void feed(byte[] bytes, int count) {
    for (int i = 0; i < count; i++) {
      if (bytes[i] == '\n' || bytes[i] == '\r') {
        end();
      } else if (length < line.length) {
        line[length++] = bytes[i];
      }
    }
  }

  /** There are no further bytes: the rest is a line. */
  public void end() {
    if (length > 0) {
      String text = new String(line, 0, length, StandardCharsets.UTF_8);
      length = 0;
      reader.accept(text);
    }
  }
}
