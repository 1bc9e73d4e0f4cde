package dev.ductile.runtime.replication;

import dev.ductile.runtime.parameters.Keys;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.parameters.Rule;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * Rows of an array of a replica, or all rows if no keys are given. A committed sum is applied just
 * before the rows are written to the socket: the applied values are copied out of the cache, and
 * the other end reads while the next partition is applied.
 *
 * @param rateFactor the factor of the learning rate, for proximal steps that rows owe
 */
record PulledValues(PartitionStore stock, Replica copy, int array, Keys keys, float rateFactor)
    implements Payload {
  @Override
  public int bytes() {
    int rows = keys.count() == 0 ? copy.partition().rows() : keys.count();
    return rows * copy.partition().width() * Float.BYTES;
  }

  @Override
  public void writeTo(ByteBuffer out) {
    stock.apply(copy);
    FloatBuffer floats = out.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    Rule rule = stock.rule(copy.partition());
    if (array == 0 && copy.owes(rule)) {
      copy.read(keys, rule, rateFactor, floats);
    } else if (keys.count() == 0) {
      floats.put(copy.array(array), 0, copy.partition().floats());
    } else {
      copy.gather(array, keys, floats);
    }
    out.position(out.position() + bytes());
  }
}
