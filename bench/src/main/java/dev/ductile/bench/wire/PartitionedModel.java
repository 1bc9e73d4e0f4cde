package dev.ductile.bench.wire;

import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.Floats;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Greeting;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/** A model in partitions, with the frames that carry it. */
final class PartitionedModel {
  static final Greeting GREETING = new Greeting("00112233445566778899aabbccddeeff".repeat(2), 1);
  static final int PUSH = 1;
  static final int PUSHED = 2;
  static final int PULL = 3;
  static final int VALUES = 4;
  static final int KEYED = 5;

  private static final int PARTITION = 65_536;
  static final int PARTITION_BYTES = PARTITION * Float.BYTES;
  static final int FLOATS = 16 << 20;
  static final int BYTES = FLOATS * Float.BYTES;
  static final int KEYS = 10_000;

  private final float[] values = new float[FLOATS];

  static int partitions() {
    return FLOATS / PARTITION;
  }

  static FrameHeader header(int kind, int partition) {
    return new FrameHeader(kind, 1, partition, 0, 0, 0);
  }

  /** Sends all partitions. */
  void sendAll(Connection connection, int kind) {
    for (int partition = 0; partition < partitions(); partition++) {
      send(connection, kind, partition);
    }
  }

  void send(Connection connection, int kind, int partition) {
    connection.send(header(kind, partition), payload(partition));
  }

  private Payload payload(int partition) {
    return Payload.of(values, partition * PARTITION, PARTITION);
  }

  /** Writes the values of a partition into a buffer. */
  void write(int partition, ByteBuffer out) {
    payload(partition).writeTo(out);
  }

  /** Replaces the values of a partition. */
  void set(int partition, ByteBuffer payload) {
    Floats.of(payload).get(values, partition * PARTITION, PARTITION);
  }

  /** Adds to the values of a partition. */
  void add(int partition, ByteBuffer payload) {
    Floats.add(Floats.of(payload), values, partition * PARTITION);
  }

  /** Keys of a partition, skewed to the first, and a value for each. */
  static Payload keyed(long seed) {
    var random = new SplittableRandom(seed);
    ByteBuffer bytes = ByteBuffer.allocate(KEYS * 2 * Integer.BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < KEYS; i++) {
      double skewed = Math.pow(random.nextDouble(), 3);
      bytes.putInt((int) (skewed * PARTITION));
    }
    for (int i = 0; i < KEYS; i++) {
      bytes.putFloat(random.nextFloat());
    }
    return Payload.of(bytes.array());
  }

  void addKeyed(int partition, ByteBuffer payload) {
    payload.order(ByteOrder.LITTLE_ENDIAN);
    int begin = partition * PARTITION;
    for (int i = 0; i < KEYS; i++) {
      int key = payload.getInt(i * Integer.BYTES);
      values[begin + key] += payload.getFloat((KEYS + i) * Integer.BYTES);
    }
  }
}
