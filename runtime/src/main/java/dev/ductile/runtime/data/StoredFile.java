package dev.ductile.runtime.data;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Examples in a file of lines. If reading may begin anywhere, a split has the lines that begin in
 * its part of the bytes; otherwise splits take lines in turn.
 */
final class StoredFile {
  private static final int BUFFER = 1 << 16;

  /** A line that begins before the end of a split's bytes seldom ends further behind it. */
  private static final int OVERHANG = 1 << 14;

  private final Storage storage;
  private final Head head;
  private final int features;
  private final int splits;
  private final HeldOut heldOut;

  StoredFile(Storage storage, Head head, int features, int splits, HeldOut heldOut) {
    this.storage = storage;
    this.head = head;
    this.features = features;
    this.splits = splits;
    this.heldOut = heldOut;
  }

  private boolean isSeekable() {
    return storage.isSeekable() && !head.gzip();
  }

  Map<Integer, Integer> write(Map<Integer, Path> files) throws IOException {
    var counts = new HashMap<Integer, Integer>();
    if (isSeekable()) {
      for (var file : files.entrySet()) {
        counts.put(file.getKey(), writeRange(file.getKey(), file.getValue()));
      }
    } else {
      deal(files, counts);
    }
    return counts;
  }

  private int writeRange(int split, Path file) throws IOException {
    long begin = begin(split);
    long end = begin(split + 1);
    long from = Math.max(0, begin - 1);
    try (var lines = new LineReader(storage.read(from, end + OVERHANG), from);
        var writer = new SplitWriter(file, head.format().width(), heldOut)) {
      var filling = new Filling(writer);
      if (begin > 0 && begin < end) {
        lines.next();
      }
      try {
        while (begin < end && lines.next() && lines.begin() < end) {
          filling.line(lines, lines.begin() == 0);
        }
      } catch (MalformedDataException e) {
        throw at(linesBefore(from), lines, e);
      }
      return writer.finish();
    }
  }

  private long begin(int split) {
    long size = storage.size();
    return size / splits * split + size % splits * split / splits;
  }

  private void deal(Map<Integer, Path> files, Map<Integer, Integer> counts) throws IOException {
    try (var writers = new SplitWriters(files, head.format().width(), heldOut);
        var lines = new LineReader(text(), 0)) {
      var fillings = new HashMap<Integer, Filling>();
      writers.forEach((split, writer) -> fillings.put(split, new Filling(writer)));
      try {
        while (lines.next()) {
          Filling filling = fillings.get((int) ((lines.number() - 1) % splits));
          if (filling != null) {
            filling.line(lines, lines.number() == 1);
          }
        }
      } catch (MalformedDataException e) {
        throw at(0, lines, e);
      } catch (EOFException | ZipException e) {
        throw new MalformedDataException(
            "%s is damaged behind line %d: %s"
                .formatted(storage.name(), lines.number(), e.getMessage()));
      }
      counts.putAll(writers.finish());
    }
  }

  private InputStream text() throws IOException {
    InputStream in = new BufferedInputStream(storage.read(0, Long.MAX_VALUE), BUFFER);
    return head.gzip() ? new GZIPInputStream(in, BUFFER) : in;
  }

  private MalformedDataException at(long before, LineReader lines, MalformedDataException what) {
    String line =
        before < 0 ? "the line at byte " + lines.begin() : "line " + (before + lines.number());
    return new MalformedDataException(
        "%s, %s: %s".formatted(storage.name(), line, what.getMessage()));
  }

  /** The number of lines before a position, for a message; -1 if counting would take too long. */
  private long linesBefore(long place) throws IOException {
    if (!(storage instanceof DiskStorage)) {
      return -1;
    }
    long count = 0;
    long left = place;
    try (InputStream in = storage.read(0, place)) {
      byte[] piece = new byte[BUFFER];
      for (int read = in.read(piece); read > 0 && left > 0; read = in.read(piece)) {
        for (int i = 0; i < Math.min(read, left); i++) {
          count += piece[i] == '\n' ? 1 : 0;
        }
        left -= read;
      }
    }
    return count;
  }

  /** Puts lines into a split. */
  private final class Filling implements LineFormat.Row {
    private final SplitWriter writer;
    private float label;
    private int last;

    Filling(SplitWriter writer) {
      this.writer = writer;
    }

    void line(LineReader lines, boolean first) throws IOException {
      byte[] bytes = lines.bytes();
      boolean isHeader = first && head.header();
      if (isHeader || head.format().isSkipped(bytes, lines.from(), lines.to())) {
        return;
      }
      last = -1;
      head.format().parse(bytes, lines.from(), lines.to(), this);
      writer.list().end(label);
      writer.ended();
    }

    @Override
    public void label(float written) throws MalformedDataException {
      label = head.dialect().label(written);
    }

    @Override
    public void value(int written, float value) throws MalformedDataException {
      int feature = head.format().width() > 0 ? written : written - head.dialect().firstFeature();
      if (feature < 0 || feature >= features) {
        throw outside(written);
      }
      if (feature <= last) {
        throw new MalformedDataException(
            "feature %d comes after feature %d; features must ascend"
                .formatted(written, written - feature + last));
      }
      last = feature;
      writer.list().value(feature, value);
    }

    private MalformedDataException outside(int written) {
      int first = head.dialect().firstFeature();
      return new MalformedDataException(
          "feature %d; by the beginning of the file features are %d to %d (features: %d)"
              .formatted(written, first, first + features - 1, features));
    }
  }
}
