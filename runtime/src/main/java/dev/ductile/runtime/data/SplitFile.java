package dev.ductile.runtime.data;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A split on disk: a header (magic number, number of examples, of values, and of features if
 * examples are dense) and pieces (number of examples, of values, the labels, the lengths, the
 * features, the values). All numbers are little-endian.
 */
public final class SplitFile {
  static final int MAGIC = 0x32505344;
  static final int HEADER_BYTES = 16;
  static final int MOST_NUMBERS = 1 << 30;

  private static final int PIECE_BYTES = 8;

  private SplitFile() {}

  /** Writes it whole or not at all. */
  public static void write(Path file, Examples examples) throws IOException {
    try (var writer = new SplitWriter(file, examples.width(), HeldOut.NOTHING)) {
      for (int i = 0; i < examples.count(); i++) {
        int from = examples.starts()[i];
        for (int j = from; j < examples.starts()[i + 1]; j++) {
          writer
              .list()
              .value(examples.isDense() ? j - from : examples.features()[j], examples.values()[j]);
        }
        writer.list().end(examples.labels()[i]);
        writer.ended();
      }
      writer.finish();
    }
  }

  /** The number of its examples. */
  public static int count(Path file) throws IOException {
    try (var channel = FileChannel.open(file)) {
      return Header.read(file, channel).examples();
    }
  }

  /** All of its examples. */
  public static Examples read(Path file) throws IOException {
    try (var channel = FileChannel.open(file)) {
      Header header = Header.read(file, channel);
      var filling = new Filling(header);
      while (filling.examples < header.examples()) {
        ByteBuffer sizes = take(file, channel, PIECE_BYTES);
        int examples = sizes.getInt();
        int numbers = sizes.getInt();
        long bytes = PIECE_BYTES * (long) examples + perNumber(header) * (long) numbers;
        if (examples < 1 || numbers < 0 || bytes > Integer.MAX_VALUE) {
          throw broken(file, "a piece of %d examples and %d values".formatted(examples, numbers));
        }
        filling.add(file, take(file, channel, bytes), examples, numbers);
      }
      return filling.done(file);
    }
  }

  /** A piece; dense ones have no features. */
  static ByteBuffer encode(Examples piece) {
    int bytes =
        PIECE_BYTES * (1 + piece.count())
            + Float.BYTES * (piece.features().length + piece.values().length);
    var out = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(piece.count()).putInt(piece.values().length);
    put(out, piece.labels());
    for (int i = 0; i < piece.count(); i++) {
      out.putInt(piece.starts()[i + 1] - piece.starts()[i]);
    }
    out.asIntBuffer().put(piece.features());
    out.position(out.position() + piece.features().length * Integer.BYTES);
    put(out, piece.values());
    return out.flip();
  }

  private static void put(ByteBuffer out, float[] numbers) {
    out.asFloatBuffer().put(numbers);
    out.position(out.position() + numbers.length * Float.BYTES);
  }

  private static int perNumber(Header header) {
    return header.width() > 0 ? Float.BYTES : Float.BYTES + Integer.BYTES;
  }

  private static ByteBuffer take(Path file, FileChannel channel, long bytes) throws IOException {
    if (bytes > channel.size() - channel.position()) {
      throw new EOFException("the split file %s ends before its time".formatted(file));
    }
    var taken = ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (taken.hasRemaining()) {
      if (channel.read(taken) < 0) {
        throw new EOFException("the split file %s ends before its time".formatted(file));
      }
    }
    return taken.flip();
  }

  private static IOException broken(Path file, String what) {
    return new IOException("the split file %s is broken: %s".formatted(file, what));
  }

  /** The beginning of a split file. */
  private record Header(int examples, int numbers, int width) {
    static Header read(Path file, FileChannel channel) throws IOException {
      ByteBuffer in = take(file, channel, HEADER_BYTES);
      if (in.getInt() != MAGIC) {
        throw new IOException(file + " is not a split file");
      }
      var header = new Header(in.getInt(), in.getInt(), in.getInt());
      long least = PIECE_BYTES * (long) header.examples() + (long) Float.BYTES * header.numbers();
      if (header.examples() < 0
          || header.numbers() < 0
          || header.width() < 0
          || (header.width() > 0 && (long) header.width() * header.examples() != header.numbers())
          || least > channel.size()) {
        throw broken(file, header.toString());
      }
      return header;
    }
  }

  /** The arrays of all pieces. */
  private static final class Filling {
    private final Header header;
    private final float[] labels;
    private final int[] starts;
    private final int[] features;
    private final float[] values;
    private int examples;
    private int numbers;

    Filling(Header header) {
      this.header = header;
      labels = new float[header.examples()];
      starts = new int[header.examples() + 1];
      features = new int[header.width() > 0 ? 0 : header.numbers()];
      values = new float[header.numbers()];
    }

    void add(Path file, ByteBuffer piece, int more, int moreNumbers) throws IOException {
      if (more > labels.length - examples || moreNumbers > values.length - numbers) {
        throw broken(file, "more examples or values than its header says");
      }
      piece.asFloatBuffer().get(labels, examples, more);
      piece.position(piece.position() + more * Float.BYTES);
      for (int i = examples; i < examples + more; i++) {
        int length = piece.getInt();
        starts[i + 1] = starts[i] + length;
        if (length < 0 || starts[i + 1] > numbers + moreNumbers || starts[i + 1] < 0) {
          throw broken(file, "an example of %d values".formatted(length));
        }
      }
      if (header.width() == 0) {
        piece.asIntBuffer().get(features, numbers, moreNumbers);
        piece.position(piece.position() + moreNumbers * Integer.BYTES);
      }
      piece.asFloatBuffer().get(values, numbers, moreNumbers);
      examples += more;
      numbers += moreNumbers;
      if (starts[examples] != numbers) {
        throw broken(file, "lengths that do not sum up");
      }
    }

    Examples done(Path file) throws IOException {
      if (numbers != values.length) {
        throw broken(file, "%d values instead of %d".formatted(numbers, values.length));
      }
      return header.width() > 0
          ? Examples.dense(labels, header.width(), values)
          : new Examples(labels, starts, features, values);
    }
  }
}
