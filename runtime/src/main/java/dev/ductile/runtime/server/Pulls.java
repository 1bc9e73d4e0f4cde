package dev.ductile.runtime.server;

import dev.ductile.runtime.parameters.Keys;
import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.replication.ReplicationContext;
import dev.ductile.runtime.replication.UpdateCodec;
import dev.ductile.runtime.training.Figures;
import dev.ductile.runtime.transport.Header;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Answers pulls, and holds early ones until the parameters are there. */
final class Pulls {
  private static final int MOST_HELD = 1 << 20;

  /** In {@code extra} of a pull of the parameters themselves. */
  private static final int ACCEPTED = 1;

  private final ReplicationContext context;
  private final Pace pace;
  private final WorkerLinks workers;
  private final Waits waits;
  private List<Held> held = new ArrayList<>();
  private double[] figures = {};
  private long measured = -1;

  private record Held(int worker, Header header, Keys keys, long heard) {}

  Pulls(ReplicationContext context, WorkerLinks workers, Pace pace) {
    this.context = context;
    this.workers = workers;
    this.pace = pace;
    waits = workers.waits();
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
    if (partition == -1) {
      return Keys.NONE;
    }
    context.requireLed(partition);
    return Keys.read(payload, context.store().layout().partitions().get(partition));
  }

  /** The state has changed: answers the pulls that can be answered now. */
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
      workers.send(pull.worker(), header, UpdateCodec.figures(measure()));
      return;
    }
    boolean accepted = asked.extra() == ACCEPTED;
    Kind kind = accepted ? Kind.ACCEPTED : Kind.VALUES;
    Header header = context.header(kind, asked.partition(), asked.clock(), held);
    int array = accepted ? 0 : context.store().pulled();
    Payload values =
        context.store().pulled(asked.partition(), array, pull.keys(), context.rateFactor());
    workers.send(pull.worker(), header, values);
  }

  /** The sums over the partitions of which this server is the primary, as they are now. */
  private double[] measure() {
    if (measured != context.step()) {
      measured = context.step();
      figures = new double[Figures.OF_PARAMETERS];
      for (int partition : context.roles().led()) {
        context.store().measure(context.led(partition), figures);
      }
    }
    return figures;
  }
}
