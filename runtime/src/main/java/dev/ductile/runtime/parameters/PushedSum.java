package dev.ductile.runtime.parameters;

import dev.ductile.runtime.transport.Floats;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * The sum of the pushes to a partition for one step: of all rows, or of those that a push has
 * named. Its array is made when first needed, and never cleared if a copy is enough.
 */
final class PushedSum {
  private final Partition partition;
  private final BitSet rows = new BitSet();
  private final Set<Integer> givers = new HashSet<>();
  private float[] numbers = {};
  private boolean whole;
  private boolean stale;

  PushedSum(Partition partition) {
    this.partition = partition;
  }

  boolean has(int giver) {
    return givers.contains(giver);
  }

  int givers() {
    return givers.size();
  }

  /** Whether it has all rows. */
  boolean isWhole() {
    return whole;
  }

  boolean isEmpty() {
    return !whole && rows.isEmpty();
  }

  /** Its rows, if it does not have all. */
  BitSet rows() {
    return rows;
  }

  float[] numbers() {
    return numbers;
  }

  /** Adds values for all rows. */
  void addAll(int giver, ByteBuffer payload) {
    int count = partition.floats();
    require(payload.remaining() == count * Float.BYTES, payload.remaining());
    givers.add(giver);
    if (isEmpty()) {
      allocate();
      Floats.of(payload).get(numbers);
    } else {
      Floats.add(Floats.of(payload), numbers, 0);
    }
    whole = true;
    stale = true;
  }

  /** Adds values for some rows: the keys, then the rows. */
  void addSome(int giver, int keys, ByteBuffer payload) {
    int width = partition.width();
    long bytes = Integer.BYTES + (long) width * Float.BYTES;
    require(keys >= 0 && payload.remaining() == keys * bytes, payload.remaining());
    Keys.check(payload, keys, partition);
    givers.add(giver);
    allocate();
    if (isEmpty() && stale) {
      Arrays.fill(numbers, 0);
      stale = false;
    }
    ByteBuffer given = payload.duplicate();
    given.position(payload.position() + keys * Integer.BYTES);
    var floats = Floats.of(given);
    for (int k = 0; k < keys; k++) {
      int row = payload.getInt(payload.position() + k * Integer.BYTES);
      rows.set(row);
      int to = row * width;
      for (int i = 0; i < width; i++) {
        numbers[to + i] += floats.get();
      }
    }
  }

  /** Sets the rows without a push to zero, for rules that change parameters even so. */
  void becomeWhole() {
    allocate();
    if (isEmpty() && stale) {
      Arrays.fill(numbers, 0);
    }
    whole = true;
    stale = true;
  }

  /** Clears it, in time proportional to the touched rows. */
  void clear() {
    if (!whole) {
      int width = partition.width();
      for (int from = rows.nextSetBit(0); from >= 0; ) {
        int to = rows.nextClearBit(from);
        Arrays.fill(numbers, from * width, to * width, 0);
        from = rows.nextSetBit(to);
      }
    }
    rows.clear();
    givers.clear();
    whole = false;
  }

  private void allocate() {
    if (numbers.length == 0) {
      numbers = new float[partition.floats()];
    }
  }

  private void require(boolean fits, int bytes) {
    if (!fits) {
      throw new IllegalArgumentException(
          "%d bytes do not fit partition %d of %d rows of %d"
              .formatted(bytes, partition.id(), partition.rows(), partition.width()));
    }
  }
}
