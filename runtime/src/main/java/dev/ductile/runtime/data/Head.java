package dev.ductile.runtime.data;

import dev.ductile.runtime.job.DataSpec.Format;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * The properties of a file that its beginning shows.
 *
 * @param gzip whether it is compressed
 * @param header whether its first line names columns
 */
record Head(boolean gzip, boolean header, LineFormat format, Dialect dialect) {
  private static final int BYTES = 256 << 10;
  private static final int MOST_LINES = 10_000;
  private static final int BUFFER = 1 << 16;

  static Head of(Storage storage, Format written, int features, ClassLabels labels)
      throws IOException {
    try (InputStream in = storage.read(0, BYTES)) {
      InputStream buffered = new BufferedInputStream(in, BUFFER);
      boolean gzip = isGzip(buffered);
      InputStream text = gzip ? new GZIPInputStream(buffered, BUFFER) : buffered;
      return of(gzip, new LineReader(text, 0), written, features, labels);
    } catch (MalformedDataException e) {
      throw new MalformedDataException(storage.name() + ": " + e.getMessage());
    } catch (EOFException e) {
      throw new MalformedDataException(
          storage.name() + " ends in the middle of its compressed data");
    }
  }

  /** The text of a file from its beginning, unpacked if it is compressed. */
  static InputStream text(Storage storage) throws IOException {
    InputStream in = new BufferedInputStream(storage.read(0, Long.MAX_VALUE), BUFFER);
    try {
      return isGzip(in) ? new GZIPInputStream(in, BUFFER) : in;
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private static boolean isGzip(InputStream in) throws IOException {
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip;
  }

  private static Head of(
      boolean gzip, LineReader lines, Format written, int features, ClassLabels labels)
      throws IOException {
    LineFormat format = new LibsvmFormat();
    boolean header = false;
    var seen = new Seen();
    while (lines.number() < MOST_LINES && lines.begin() < BYTES && lines.next()) {
      if (written == Format.CSV && lines.number() == 1) {
        List<String> names = CsvFormat.header(lines.bytes(), lines.from(), lines.to());
        header = !names.isEmpty();
        format = CsvFormat.of(features, names);
        if (header) {
          continue;
        }
      }
      if (!format.isSkipped(lines.bytes(), lines.from(), lines.to())) {
        seen.line(format, lines);
      }
    }
    return new Head(gzip, header, format, Dialect.of(labels, seen.labels, seen.featureZero));
  }

  /** Labels and features of some lines; mistakes in a line are reported when it is read. */
  private static final class Seen implements LineFormat.Row {
    private final Set<Float> labels = new HashSet<>();
    private boolean featureZero;

    void line(LineFormat format, LineReader lines) {
      try {
        format.parse(lines.bytes(), lines.from(), lines.to(), this);
      } catch (MalformedDataException _) {
        // The reader of this line meets the mistake again, and knows the line's number.
      }
    }

    @Override
    public void label(float label) {
      labels.add(label);
    }

    @Override
    public void value(int feature, float value) {
      featureZero |= feature == 0;
    }
  }
}
