package dev.ductile.runtime.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Where splits come from the first time: a file, the web, or a generator. It may block. */
@FunctionalInterface
public interface SplitSource {
  /**
   * Writes splits as {@link SplitFile}s, and says how many examples each has.
   *
   * @param files where to write each split; to ask for all that are wanted at once is cheaper, for
   *     what is compressed can only be read from its beginning
   * @throws MalformedDataException with the place and what is wrong there, if the data mean nothing
   * @throws IOException if they cannot be read
   */
  Map<Integer, Integer> write(Map<Integer, Path> files) throws IOException;
}
