package dev.ductile.runtime.worker;

import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.transport.Floats;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A worker's rows of one partition, which are neighbours in its arrays. */
final class RowRange {
  private final Partition partition;
  private final int first;
  private final int[] keys;

  /** All rows if there are no keys; otherwise these, ascending. */
  private RowRange(Partition partition, int first, int... keys) {
    this.partition = partition;
    this.first = first;
    this.keys = keys;
  }

  /** The rows of each partition that a batch reads and updates. */
  static List<RowRange> of(PartitionLayout layout, Batch batch) {
    var spans = new ArrayList<RowRange>();
    for (int tensor = 0; tensor < layout.tensors().size(); tensor++) {
      if (layout.tensors().get(tensor).keyed()) {
        addKeyed(layout, tensor, batch, spans);
      } else {
        layout.partitions(tensor).forEach(part -> spans.add(new RowRange(part, part.firstRow())));
      }
    }
    return spans;
  }

  private static void addKeyed(
      PartitionLayout layout, int tensor, Batch batch, List<RowRange> spans) {
    int[] rows = batch.rows();
    int count = batch.rowCount();
    for (int from = 0; from < count; ) {
      Partition partition = layout.partition(tensor, rows[from]);
      int behind = partition.firstRow() + partition.rows();
      int found = Arrays.binarySearch(rows, from, count, behind);
      int to = found < 0 ? -found - 1 : found;
      int[] keys = Arrays.copyOfRange(rows, from, to);
      for (int i = 0; i < keys.length; i++) {
        keys[i] -= partition.firstRow();
      }
      spans.add(new RowRange(partition, from, keys));
      from = to;
    }
  }

  Partition partition() {
    return partition;
  }

  /**
   * Whether sums are sent with their keys, even if all rows would be shorter: a server changes
   * exactly the named rows, so the result does not depend on the number of workers.
   */
  boolean isKeyed() {
    return keys.length > 0;
  }

  private boolean asksByKeys() {
    return isKeyed()
        && keys.length * (1L + partition.width()) < (long) partition.rows() * partition.width();
  }

  int keyCount() {
    return keys.length;
  }

  /** The request for these rows. */
  Payload question() {
    return asksByKeys() ? new Keys() : Payload.NONE;
  }

  /** Copies an answer to its rows. */
  void take(ByteBuffer answer, float[] into) {
    int width = partition.width();
    int count = asksByKeys() ? keys.length : partition.rows();
    if (answer.remaining() != (long) count * width * Float.BYTES) {
      throw new IllegalArgumentException(
          "%d bytes are not the %d rows that were asked for of %s"
              .formatted(answer.remaining(), count, partition));
    }
    var numbers = Floats.of(answer);
    if (asksByKeys() || !isKeyed()) {
      numbers.get(into, first * width, count * width);
    } else {
      for (int i = 0; i < keys.length; i++) {
        numbers.get(keys[i] * width, into, (first + i) * width, width);
      }
    }
  }

  /** The sums to push; they are read when they are written, so they must not change. */
  Payload sums(float[] from) {
    return isKeyed()
        ? new KeyedSums(from)
        : Payload.of(from, first * partition.width(), partition.floats());
  }

  private class Keys implements Payload {
    @Override
    public int bytes() {
      return keys.length * Integer.BYTES;
    }

    @Override
    public void writeTo(ByteBuffer out) {
      out.slice().order(ByteOrder.BIG_ENDIAN).asIntBuffer().put(keys);
      out.position(out.position() + keys.length * Integer.BYTES);
    }
  }

  private final class KeyedSums extends Keys {
    private final Payload numbers;

    KeyedSums(float[] from) {
      int width = partition.width();
      numbers = Payload.of(from, first * width, keys.length * width);
    }

    @Override
    public int bytes() {
      return super.bytes() + numbers.bytes();
    }

    @Override
    public void writeTo(ByteBuffer out) {
      super.writeTo(out);
      numbers.writeTo(out);
    }
  }
}
