package dev.ductile.runtime.server;

import dev.ductile.runtime.learn.Figures;
import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.state.Keys;
import dev.ductile.runtime.state.Rule;
import dev.ductile.runtime.wire.Header;
import dev.ductile.runtime.wire.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;

/** Answers pulls, and holds those that are too early until the numbers are there. */
final class Pulls {
  private static final int MOST_HELD = 1 << 20;

  /** In {@code extra} of a pull of the parameters themselves. */
  private static final int ACCEPTED = 1;

  private final Context context;
  private final Pace pace;
  private final Waits waits;
  private List<Held> held = new ArrayList<>();
  private double[] figures = {};
  private long measured = -1;

  private record Held(int worker, Header header, Keys keys, long heard) {}

  Pulls(Context context, Pace pace) {
    this.context = context;
    this.pace = pace;
    waits = context.waits();
  }

  void pull(int worker, Header header, ByteBuffer payload) {
    var pull = new Held(worker, header, keys(header.partition(), payload), waits.now());
    if (pace.allows(worker, header.clock())) {
      answer(pull);
    } else if (held.size() < MOST_HELD) {
      held.add(pull);
    } else {
      throw new IllegalArgumentException("more than %d pulls wait".formatted(MOST_HELD));
    }
  }

  private Keys keys(int partition, ByteBuffer payload) {
    return partition == -1 ? Keys.NONE : Keys.read(payload, context.led(partition).partition());
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
    Header asked = pull.header();
    int held = waits.micros(pull.worker(), pull.heard());
    if (asked.partition() == -1) {
      Header header = context.header(Kind.FIGURES, -1, asked.clock(), held);
      context.send(pull.worker(), header, Updates.figures(measure()));
      return;
    }
    boolean accepted = asked.extra() == ACCEPTED;
    Kind kind = accepted ? Kind.ACCEPTED : Kind.VALUES;
    Header header = context.header(kind, asked.partition(), asked.clock(), held);
    int array = accepted ? 0 : context.stock().pulled();
    context.send(pull.worker(), header, numbers(pull, array));
  }

  private Payload numbers(Held pull, int array) {
    Copy copy = context.led(pull.header().partition());
    Rule rule = context.stock().rule(copy.partition());
    if (array == 0 && copy.owes(rule)) {
      return new Settled(copy, pull.keys(), rule, context.rateFactor());
    }
    return pull.keys().count() == 0
        ? Payload.of(copy.array(array), 0, copy.partition().floats())
        : new Rows(copy, array, pull.keys());
  }

  /** The sums over what this server leads, as it is now. */
  private double[] measure() {
    if (measured != context.step()) {
      measured = context.step();
      figures = new double[Figures.OF_PARAMETERS];
      for (int partition : context.members().led()) {
        context.stock().measure(context.led(partition), figures);
      }
    }
    return figures;
  }

  /** Some rows of a copy, or all, settled as they are when they are written. */
  private record Settled(Copy copy, Keys keys, Rule rule, float rateFactor) implements Payload {
    @Override
    public int bytes() {
      int rows = keys.count() == 0 ? copy.partition().rows() : keys.count();
      return rows * copy.partition().width() * Float.BYTES;
    }

    @Override
    public void writeTo(ByteBuffer out) {
      FloatBuffer floats = out.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
      copy.read(keys, rule, rateFactor, floats);
      out.position(out.position() + bytes());
    }
  }

  /** Some rows of a copy, as they are when they are written. */
  private record Rows(Copy copy, int array, Keys keys) implements Payload {
    @Override
    public int bytes() {
      return keys.count() * copy.partition().width() * Float.BYTES;
    }

    @Override
    public void writeTo(ByteBuffer out) {
      copy.gather(array, keys, out.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer());
      out.position(out.position() + bytes());
    }
  }
}
