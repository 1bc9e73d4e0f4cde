package dev.ductile.history;

import dev.ductile.api.Event;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the complete batches of a journal. */
record JournalReader(Path file, EventCodec codec) {
  /**
   * Reads from the first byte on.
   *
   * @param size bytes that the file has
   * @param events takes the events in their order
   * @return the length of the complete lines; zero if the first one is not complete
   */
  long read(InputStream in, long size, Consumer<Event> events) throws IOException {
    if (!JournalHeader.read(in, file)) {
      return 0;
    }
    long end = JournalHeader.bytes().length;
    for (int number = 2; end < size; number++) {
      Optional<byte[]> json = JournalLine.read(in, file, number, size - end);
      if (json.isEmpty()) {
        break;
      }
      end += JournalLine.length(json.get());
      batch(json.get(), number).forEach(events);
    }
    return end;
  }

  private List<Event> batch(byte[] json, int number) throws IOException {
    try {
      return codec.read(json);
    } catch (IOException e) {
      throw new IOException(
          "line %d of %s cannot be read: %s".formatted(number, file, e.getMessage()), e);
    }
  }
}
