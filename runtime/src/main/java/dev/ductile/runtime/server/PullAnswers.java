package dev.ductile.runtime.server;

import dev.ductile.runtime.parameters.Keys;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.replication.ReplicationContext;
import dev.ductile.runtime.replication.UpdateCodec;
import dev.ductile.runtime.training.NewtonFigures;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Answers pulls, and delays early ones until the parameters are there. */
final class PullAnswers {
  private static final int MOST_PENDING = 1 << 20;

  /** In {@code extra} of a pull of the parameters themselves. */
  private static final int ACCEPTED = 1;

  private final ReplicationContext context;
  private final UpdateRule pace;
  private final WorkerLinks workers;
  private final Waits waits;
  private List<PendingPull> pending = new ArrayList<>();
  private double[] figures = {};
  private long measured = -1;

  private record PendingPull(int worker, FrameHeader header, Keys keys, long heard) {}

  PullAnswers(ReplicationContext context, WorkerLinks workers, UpdateRule pace) {
    this.context = context;
    this.workers = workers;
    this.pace = pace;
    waits = workers.waits();
  }

  void pull(int worker, FrameHeader header, ByteBuffer payload) {
    var pull = new PendingPull(worker, header, keys(header.partition(), payload), waits.now());
    if (pace.allows(worker, header.clock())) {
      answer(pull);
    } else if (pending.size() < MOST_PENDING) {
      pending.add(pull);
    } else {
      throw new IllegalArgumentException("more than %d pulls wait".formatted(MOST_PENDING));
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
    List<PendingPull> before = pending;
    pending = new ArrayList<>();
    for (PendingPull pull : before) {
      if (pace.allows(pull.worker(), pull.header().clock())) {
        answer(pull);
      } else {
        pending.add(pull);
      }
    }
  }

  private void answer(PendingPull pull) {
    FrameHeader asked = pull.header();
    int held = waits.micros(pull.worker(), pull.heard());
    if (asked.partition() == -1) {
      FrameHeader header = context.header(FrameKind.FIGURES, -1, asked.clock(), held);
      workers.send(pull.worker(), header, UpdateCodec.figures(measure()));
      return;
    }
    boolean accepted = asked.extra() == ACCEPTED;
    FrameKind kind = accepted ? FrameKind.ACCEPTED : FrameKind.VALUES;
    FrameHeader header = context.header(kind, asked.partition(), asked.clock(), held);
    int array = accepted ? 0 : context.store().pulled();
    Payload values =
        context.store().pulled(asked.partition(), array, pull.keys(), context.rateFactor());
    workers.send(pull.worker(), header, values);
  }

  /** The sums over the partitions of which this server is the primary, as they are now. */
  private double[] measure() {
    if (measured != context.step()) {
      measured = context.step();
      figures = new double[NewtonFigures.OF_PARAMETERS];
      for (int partition : context.roles().led()) {
        context.store().measure(context.led(partition), figures);
      }
    }
    return figures;
  }
}
