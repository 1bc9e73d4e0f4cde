package dev.ductile.runtime.parameters;

import java.nio.ByteBuffer;

/** Rows of a partition, named one by one in a payload. */
public final class Keys {
  /** No keys, which means all rows. */
  public static final Keys NONE = new Keys(new int[0]);

  private final int[] rows;

  private Keys(int[] rows) {
    this.rows = rows;
  }

  /** Refuses a payload of which one of the first {@code count} keys is no row of the partition. */
  static void check(ByteBuffer payload, int count, Partition partition) {
    for (int k = 0; k < count; k++) {
      check(payload.getInt(payload.position() + k * Integer.BYTES), partition);
    }
  }

  /** The keys in a payload that has nothing else. */
  public static Keys read(ByteBuffer payload, Partition partition) {
    if (payload.remaining() % Integer.BYTES != 0) {
      throw new IllegalArgumentException("%d bytes are no keys".formatted(payload.remaining()));
    }
    int[] keys = new int[payload.remaining() / Integer.BYTES];
    payload.duplicate().asIntBuffer().get(keys);
    for (int key : keys) {
      check(key, partition);
    }
    return new Keys(keys);
  }

  public int count() {
    return rows.length;
  }

  int row(int number) {
    return rows[number];
  }

  private static void check(int key, Partition partition) {
    if (key < 0 || key >= partition.rows()) {
      throw new IllegalArgumentException(
          "partition %d has %d rows, and none is %d"
              .formatted(partition.id(), partition.rows(), key));
    }
  }
}
