package dev.ductile.runtime.worker;

import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.training.Gradient;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The gradient on its way to the servers, and the servers that have not confirmed yet that it is
 * safe.
 */
final class Pushes {
  private final Gradient gradient;
  private final Set<Integer> pending = new TreeSet<>();
  private WorkerView membership = WorkerView.NONE;
  private Push push = new Push(new Reading.Mark(-1, 0), 0, 0, List.of(), List.of());

  /**
   * One push.
   *
   * @param mark identifies the push, so that servers that have it recognise it
   * @param answer the clock of the servers' confirmation that it is safe
   * @param examples the number of examples in the sum
   * @param spans the rows of each partition
   * @param figures the sums by which the optimiser decides, if it needs any
   */
  record Push(
      Reading.Mark mark, long answer, int examples, List<RowRange> spans, List<Double> figures) {
    Payload payload() {
      var bytes = ByteBuffer.allocate(figures.size() * Double.BYTES);
      figures.forEach(bytes::putDouble);
      return Payload.of(bytes.array());
    }
  }

  Pushes(Gradient gradient) {
    this.gradient = gradient;
  }

  void begin(WorkerView now, Push what) {
    membership = now;
    push = what;
    pending.clear();
    pending.addAll(now.servers().keySet());
  }

  /** Sends, or sends again, the parts for one server. */
  void send(int server, Connection to) {
    for (RowRange span : push.spans()) {
      if (membership.primaries().get(span.partition().id()) == server) {
        FrameKind kind = span.isKeyed() ? FrameKind.PUSH_KEYED : FrameKind.PUSH;
        int keys = span.isKeyed() ? span.keyCount() : 0;
        float[] sums = gradient.sums(span.partition().tensor());
        to.send(header(kind, span.partition().id(), keys), span.sums(sums));
      }
    }
    to.send(header(FrameKind.PUSHED, -1, push.examples()), push.payload());
  }

  private FrameHeader header(FrameKind kind, int partition, int extra) {
    return kind.header(
        membership.generation(), partition, push.mark().source(), push.mark().clock(), extra);
  }

  /** The servers that have not confirmed. */
  Set<Integer> awaited() {
    return Set.copyOf(pending);
  }

  boolean waitsFor(int server) {
    return pending.contains(server);
  }

  /** A server has confirmed that a push is safe; a confirmation of an earlier push is ignored. */
  void prepared(int server, FrameHeader header) {
    if (header.clock() == push.answer()) {
      pending.remove(server);
    }
  }

  boolean isDone() {
    return pending.isEmpty();
  }
}
