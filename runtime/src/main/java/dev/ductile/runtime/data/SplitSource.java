package dev.ductile.runtime.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Where splits come from the first time: a file, the web, or a generator. It may block. */
public interface SplitSource {
  /** Whether a split can be read without reading all others. */
  boolean isSeekable();

  /**
   * Writes splits as {@link SplitFile}s, and says how many examples each has.
   *
   * @param files where to write each split; they are read in one pass where the source is not
   *     seekable
   * @throws IOException with the place and what is wrong there, if it cannot be read or means
   *     nothing
   */
  Map<Integer, Integer> write(Map<Integer, Path> files) throws IOException;
}
