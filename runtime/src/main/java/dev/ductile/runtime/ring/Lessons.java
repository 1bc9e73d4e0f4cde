package dev.ductile.runtime.ring;

import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.wire.Floats;
import dev.ductile.runtime.wire.Header;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

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
    keys = new int[0];
    keyCount = 0;
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

  /**
   * A frame from a teacher.
   *
   * @param answers takes what is to be answered
   * @throws IllegalArgumentException where no honest teacher would send it
   */
  void frame(int from, Consumer<Header> answers, Header header, ByteBuffer payload) {
    Kind kind = Kind.of(header.kind());
    boolean first = kind == Kind.SNAPSHOT && header.partition() == 0 && header.extra() == 0;
    if (first) {
      begin(self);
      replica.forget();
      teacher = from;
      generation = header.generation();
    }
    if (from != teacher) {
      return;
    }
    switch (kind) {
      case SNAPSHOT -> snapshot(header, payload);
      case UPDATE_KEYED -> keys(header, payload);
      case UPDATE -> update(header, payload);
      case PREPARED -> prepared(answers, header);
      case COMMITTED -> committed(header);
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
      var numbers = Floats.of(payload);
      replica.fill(header.partition(), header.extra(), numbers);
    }
  }

  private void keys(Header header, ByteBuffer payload) {
    int count = payload.remaining() / Integer.BYTES;
    int all = header.extra();
    if (all > replica.keyedRows()
        || keyCount + count > all
        || (keyCount > 0 && keys.length != all)) {
      throw new IllegalArgumentException(
          "%d rows after %d of %d, and there are %d"
              .formatted(count, keyCount, all, replica.keyedRows()));
    }
    if (keyCount == 0) {
      keys = new int[all];
    }
    for (int i = 0; i < count; i++) {
      int row = payload.getInt();
      if (row < 0 || row >= replica.keyedRows() || (keyCount > 0 && row <= keys[keyCount - 1])) {
        throw new IllegalArgumentException(
            "row %d at place %d of %d rows is not ascending"
                .formatted(row, keyCount, replica.keyedRows()));
      }
      keys[keyCount++] = row;
    }
  }

  private void update(Header header, ByteBuffer payload) {
    Sum sum = replica.sum();
    var numbers = Floats.of(payload);
    if (header.partition() == -1 && header.extra() == 0) {
      sum.fit(keys, keyCount);
      keys = new int[0];
      keyCount = 0;
    }
    boolean rows = header.partition() == -1;
    int from = rows ? sum.dense() + header.extra() : replica.begin(header.partition());
    int end = rows ? sum.length() : from + replica.sums(header.partition());
    if (header.extra() < 0 || from + numbers.remaining() > end) {
      throw new IllegalArgumentException(
          "%d numbers from %d are beyond %d".formatted(numbers.remaining(), from, end));
    }
    numbers.get(sum.numbers(), from, numbers.remaining());
  }

  private void prepared(Consumer<Header> answers, Header header) {
    replica.prepare();
    answers.accept(Kind.UPDATED.header(header.generation(), -1, self, header.clock(), 0));
  }

  private void committed(Header header) {
    if (!replica.isPrepared()) {
      throw new IllegalArgumentException("nothing was prepared before " + header);
    }
    replica.commit();
  }
}
