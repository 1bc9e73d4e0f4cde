package dev.ductile.runtime.ring;

import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.wire.Connection;
import dev.ductile.runtime.wire.Header;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What a worker that takes part in nothing yet is taught by one that does. */
final class Lessons {
  private final Replica replica;
  private int teacher = -1;
  private int self = -1;
  private int generation;
  private boolean complete;
  private boolean over;
  private int[] keys = {};
  private int keyCount;

  Lessons(Replica replica) {
    this.replica = replica;
  }

  void begin(int me) {
    self = me;
    teacher = -1;
    complete = false;
    over = false;
    generation = 0;
  }

  /** Whether all numbers are here, and every sum since. */
  boolean isComplete() {
    return complete;
  }

  /** The generation that the numbers belong to; 0 where nobody has taught any. */
  int generation() {
    return generation;
  }

  /** Whether there is a teacher who has more to say. */
  boolean isTaught() {
    return teacher >= 0 && !over;
  }

  /** Where that was the teacher, what was learnt is worth nothing. */
  void lost(int peer) {
    if (isTaught() && peer == teacher) {
      begin(self);
      replica.forget();
    }
  }

  /** A frame from a teacher. */
  void frame(Connection from, Header header, ByteBuffer payload) {
    Kind kind = Kind.of(header.kind());
    boolean first = kind == Kind.SNAPSHOT && header.partition() == 0 && header.extra() == 0;
    if (first) {
      begin(self);
      replica.forget();
      teacher = from.peer();
      generation = header.generation();
    }
    if (from.peer() != teacher) {
      return;
    }
    switch (kind) {
      case SNAPSHOT -> snapshot(header, payload);
      case UPDATE_KEYED -> keys(header, payload);
      case UPDATE -> update(header, payload);
      case PREPARED -> prepared(from, header);
      case COMMITTED -> replica.commit();
      case REFUSED -> over = true;
      default -> throw new IllegalArgumentException("a teacher does not say " + header);
    }
  }

  private void snapshot(Header header, ByteBuffer payload) {
    if (header.partition() == -1) {
      complete = replica.isWhole();
    } else if (header.extra() == -1) {
      replica.arrived(header.partition(), header.clock());
    } else {
      var numbers = payload.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
      replica.fill(header.partition(), header.extra(), numbers);
    }
  }

  private void keys(Header header, ByteBuffer payload) {
    int count = payload.remaining() / Integer.BYTES;
    if (keyCount == 0) {
      keys = new int[header.extra()];
    }
    payload.asIntBuffer().get(keys, keyCount, count);
    keyCount += count;
  }

  private void update(Header header, ByteBuffer payload) {
    Sum sum = replica.sum();
    var numbers = payload.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    if (header.partition() == -1 && header.extra() == 0) {
      sum.fit(keys, keyCount);
      keys = new int[0];
      keyCount = 0;
    }
    int from =
        header.partition() == -1 ? sum.dense() + header.extra() : replica.begin(header.partition());
    numbers.get(sum.numbers(), from, numbers.remaining());
  }

  private void prepared(Connection from, Header header) {
    replica.prepare();
    from.send(Kind.UPDATED.header(header.generation(), -1, self, header.clock(), 0));
  }
}
