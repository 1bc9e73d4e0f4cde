package dev.ductile.runtime.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Where splits come from the first time: a file, the web, or a generator. It may block. */
public interface SplitSource {
  /** Whether a split can be read without reading all others. */
  boolean isSeekable();

  /** Writes these splits as split files, and says how many examples each has. */
  Map<Integer, Integer> write(Set<Integer> splits, Map<Integer, Path> files) throws IOException;
}
