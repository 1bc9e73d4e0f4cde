package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.DataSpec.Format;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** Counts the features of a file by reading it once. */
final class FeatureCount {
  /** A larger file is not read, because each start of the job would read it. */
  private static final long MOST_BYTES = 512L << 20;

  private static final int BUFFER = 1 << 16;

  private FeatureCount() {}

  /** Empty if the file is too large to be read for this. */
  static Optional<Integer> of(Path file, Format format) throws IOException {
    try (InputStream in = open(file)) {
      return switch (format) {
        case CSV -> Optional.of(columns(in));
        case LIBSVM -> largest(in);
      };
    }
  }

  private static InputStream open(Path file) throws IOException {
    var in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    in.mark(2);
    boolean compressed = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return compressed ? new GZIPInputStream(in, BUFFER) : in;
  }

  /** One column is the label. */
  private static int columns(InputStream in) throws IOException {
    int commas = 0;
    for (int letter = in.read(); letter >= 0 && letter != '\n'; letter = in.read()) {
      commas += letter == ',' ? 1 : 0;
    }
    return Math.max(1, commas);
  }

  /** The number before a colon is that of a feature; the first is called 1, or 0 if one is. */
  private static Optional<Integer> largest(InputStream in) throws IOException {
    byte[] piece = new byte[BUFFER];
    long largest = 0;
    long number = -1;
    boolean zero = false;
    long bytes = 0;
    for (int count = in.read(piece); count > 0; count = in.read(piece)) {
      bytes += count;
      if (bytes > MOST_BYTES) {
        return Optional.empty();
      }
      for (int i = 0; i < count; i++) {
        byte letter = piece[i];
        if (letter >= '0' && letter <= '9') {
          number = Math.min(Math.max(0, number) * 10 + letter - '0', Integer.MAX_VALUE - 1L);
        } else {
          largest = letter == ':' ? Math.max(largest, number) : largest;
          zero |= letter == ':' && number == 0;
          number = -1;
        }
      }
    }
    return Optional.of((int) Math.max(1, largest + (zero ? 1 : 0)));
  }
}
