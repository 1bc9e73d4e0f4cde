package dev.ductile.runtime.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Writers of several splits at once, which share a bound on memory. */
final class SplitWriters implements AutoCloseable {
  /** The number of values that all of them hold together. */
  private static final int NUMBERS = 1 << 22;

  private static final int MOST_FILES = 1_024;

  private final Map<Integer, SplitWriter> writers = new TreeMap<>();

  SplitWriters(Map<Integer, Path> files, int width, HeldOut heldOut) throws IOException {
    if (files.size() > MOST_FILES) {
      throw new IOException(
          "%d splits at once of a file that can only be read in one piece; %d are possible"
              .formatted(files.size(), MOST_FILES));
    }
    try {
      for (var file : files.entrySet()) {
        int each = NUMBERS / files.size();
        writers.put(file.getKey(), new SplitWriter(file.getValue(), width, heldOut, each));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  void forEach(BiConsumer<Integer, SplitWriter> action) {
    writers.forEach(action);
  }

  /** Completes all files; returns the number of examples of each. */
  Map<Integer, Integer> finish() throws IOException {
    var counts = new HashMap<Integer, Integer>();
    for (var writer : writers.entrySet()) {
      counts.put(writer.getKey(), writer.getValue().finish());
    }
    return counts;
  }

  @Override
  public void close() throws IOException {
    for (SplitWriter writer : writers.values()) {
      writer.close();
    }
  }
}
