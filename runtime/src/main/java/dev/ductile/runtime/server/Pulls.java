package dev.ductile.runtime.server;

import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.state.Keys;
import dev.ductile.runtime.wire.Header;
import dev.ductile.runtime.wire.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Answers pulls, and holds those that are too early until the numbers are there. */
final class Pulls {
  private static final int MOST_HELD = 1 << 20;

  private final Context context;
  private final Pace pace;
  private final Waits waits;
  private List<Held> held = new ArrayList<>();

  private record Held(int worker, Header header, Keys keys, long heard) {}

  Pulls(Context context, Pace pace) {
    this.context = context;
    this.pace = pace;
    waits = context.waits();
  }

  void pull(int worker, Header header, ByteBuffer payload) {
    Copy copy = context.led(header.partition());
    var pull = new Held(worker, header, Keys.read(payload, copy.partition()), waits.now());
    if (pace.allows(worker, header.clock())) {
      answer(pull);
    } else if (held.size() < MOST_HELD) {
      held.add(pull);
    } else {
      throw new IllegalArgumentException("more than %d pulls wait".formatted(MOST_HELD));
    }
  }

  /** Something has changed: answers what has become possible. */
  void retry() {
    List<Held> before = held;
    held = new ArrayList<>();
    for (Held pull : before) {
      if (pace.allows(pull.worker(), pull.header().clock())) {
        answer(pull);
      } else {
        held.add(pull);
      }
    }
  }

  private void answer(Held pull) {
    Copy copy = context.led(pull.header().partition());
    Payload numbers =
        pull.keys().count() == 0
            ? Payload.of(copy.values(), 0, copy.partition().floats())
            : new Rows(copy, pull.keys());
    int held = waits.micros(pull.worker(), pull.heard());
    Header header =
        context.header(Kind.VALUES, pull.header().partition(), pull.header().clock(), held);
    context.send(pull.worker(), header, numbers);
  }

  /** Some rows of a copy, as they are when they are written. */
  private record Rows(Copy copy, Keys keys) implements Payload {
    @Override
    public int bytes() {
      return keys.count() * copy.partition().width() * Float.BYTES;
    }

    @Override
    public void writeTo(ByteBuffer out) {
      copy.gather(keys, out.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer());
      out.position(out.position() + bytes());
    }
  }
}
