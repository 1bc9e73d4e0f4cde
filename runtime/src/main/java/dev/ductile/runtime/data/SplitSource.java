package dev.ductile.runtime.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** The original source of splits: a file, the web, or a generator. It may block. */
@FunctionalInterface
public interface SplitSource {
  /**
   * Writes splits as {@link SplitFile}s, and returns the number of examples of each.
   *
   * @param files the file of each split; one request for several splits is cheaper, because
   *     compressed data can be read only from the beginning
   * @throws MalformedDataException with the place and the mistake
   * @throws IOException if the data cannot be read
   */
  Map<Integer, Integer> write(Map<Integer, Path> files) throws IOException;
}
