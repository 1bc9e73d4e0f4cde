package dev.ductile.runtime.replication;

import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.KeyedRows;
import dev.ductile.runtime.parameters.ReducedSum;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Encodes and decodes the payloads from a primary to its followers. */
public final class UpdateCodec {
  private static final int MARK_BYTES = Integer.BYTES + Long.BYTES;

  private UpdateCodec() {}

  /**
   * A replica's sum.
   *
   * @param stays whether the sum does not change until the follower has it
   */
  static Payload of(Replica copy, boolean stays) {
    if (copy.reduced().isPresent()) {
      return of(copy.reduced().get(), stays);
    }
    int floats = copy.partition().floats();
    if (copy.isWhole()) {
      return stays ? Payload.of(copy.sums(), 0, floats) : Payload.copyOf(copy.sums(), 0, floats);
    }
    BitSet rows = copy.touched();
    int count = rows.cardinality();
    int width = copy.partition().width();
    var bytes =
        ByteBuffer.allocate(Integer.BYTES * (1 + count) + count * width * Float.BYTES)
            .putInt(count);
    rows.stream().forEach(bytes::putInt);
    var floatsOut = bytes.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    rows.stream().forEach(row -> floatsOut.put(copy.sums(), row * width, width));
    return Payload.of(bytes.array());
  }

  private static Payload of(ReducedSum sum, boolean stays) {
    if (sum.rows().isEmpty()) {
      return stays
          ? Payload.of(sum.row(), sum.from(), sum.count())
          : Payload.copyOf(sum.row(), sum.from(), sum.count());
    }
    KeyedRows rows = sum.rows().get();
    var bytes =
        ByteBuffer.allocate(Integer.BYTES * (1 + rows.count()) + sum.count() * Float.BYTES)
            .putInt(rows.count());
    for (int place = 0; place < rows.count(); place++) {
      bytes.putInt(rows.row(place));
    }
    bytes
        .slice()
        .order(ByteOrder.LITTLE_ENDIAN)
        .asFloatBuffer()
        .put(sum.row(), sum.from(), sum.count());
    return Payload.of(bytes.array());
  }

  static Payload copyOf(ByteBuffer payload) {
    byte[] bytes = new byte[payload.remaining()];
    payload.duplicate().get(bytes);
    return Payload.of(bytes);
  }

  /** A push for some rows, with the number of its keys in front. */
  static Payload keyed(int keys, ByteBuffer payload) {
    return Payload.of(
        ByteBuffer.allocate(Integer.BYTES + payload.remaining())
            .putInt(keys)
            .put(payload.duplicate())
            .array());
  }

  /** The payload of a seal: figures and marks. */
  static Payload seal(BatchSummary batch) {
    int figures = batch.figures().size();
    int marks = batch.marks().size();
    var bytes =
        ByteBuffer.allocate(Integer.BYTES + figures * Double.BYTES + marks * MARK_BYTES)
            .putInt(figures);
    batch.figures().forEach(bytes::putDouble);
    batch.marks().forEach(mark -> bytes.putInt(mark.split()).putLong(mark.clock()));
    return Payload.of(bytes.array());
  }

  static BatchSummary seal(int examples, float rateFactor, ByteBuffer payload) {
    ByteBuffer in = payload.duplicate();
    List<Double> figures = figures(in, in.getInt());
    return new BatchSummary(examples, rateFactor, marks(in), figures);
  }

  /** All figures of a payload that has nothing else. */
  public static List<Double> figures(ByteBuffer payload) {
    return figures(payload.duplicate(), payload.remaining() / Double.BYTES);
  }

  private static List<Double> figures(ByteBuffer in, int count) {
    if (count < 0 || count > in.remaining() / Double.BYTES) {
      throw new IllegalArgumentException(
          "%d figures do not fit into %d bytes".formatted(count, in.remaining()));
    }
    var figures = new ArrayList<Double>();
    for (int i = 0; i < count; i++) {
      figures.add(in.getDouble());
    }
    return figures;
  }

  public static Payload figures(double[] figures) {
    var bytes = ByteBuffer.allocate(figures.length * Double.BYTES);
    bytes.asDoubleBuffer().put(figures);
    return Payload.of(bytes.array());
  }

  static List<BatchSummary.Mark> marks(ByteBuffer payload) {
    ByteBuffer in = payload.duplicate();
    var marks = new ArrayList<BatchSummary.Mark>();
    while (in.hasRemaining()) {
      marks.add(new BatchSummary.Mark(in.getInt(), in.getLong()));
    }
    return marks;
  }

  /**
   * The end of a snapshot: the factor of the learning rate, steps without examples, marks of
   * splits.
   */
  static Payload memory(float rateFactor, long idle, List<BatchSummary.Mark> marks) {
    var bytes =
        ByteBuffer.allocate(Float.BYTES + Long.BYTES + marks.size() * MARK_BYTES)
            .putFloat(rateFactor)
            .putLong(idle);
    marks.forEach(mark -> bytes.putInt(mark.split()).putLong(mark.clock()));
    return Payload.of(bytes.array());
  }

  static Payload partitions(List<Integer> partitions) {
    var bytes = ByteBuffer.allocate(partitions.size() * Integer.BYTES);
    partitions.forEach(bytes::putInt);
    return Payload.of(bytes.array());
  }

  static List<Integer> partitions(ByteBuffer payload) {
    int[] partitions = new int[payload.remaining() / Integer.BYTES];
    payload.duplicate().asIntBuffer().get(partitions);
    return Arrays.stream(partitions).boxed().toList();
  }
}
