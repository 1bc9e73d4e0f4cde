package dev.ductile.runtime.worker;

import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.training.Gradient;
import dev.ductile.runtime.training.NewtonFigures;
import dev.ductile.runtime.training.Parameters;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The parameters that a step has requested, and the requests without an answer. */
final class PullRequests {
  /** In {@code extra} of a pull of the parameters at the last accepted point. */
  private static final int ACCEPTED = 1;

  private final Parameters pulled;
  private final OptionalInt progress;
  private final Map<Integer, RowRange> pending = new LinkedHashMap<>();
  private final Set<Integer> unmeasured = new HashSet<>();
  private final SortedMap<Integer, double[]> measures = new TreeMap<>();
  private WorkerView membership = WorkerView.NONE;
  private Parameters parameters;
  private boolean accepted;
  private long clock;

  /**
   * No requests yet.
   *
   * @param pulled the parameters from which steps are computed
   * @param progress the tensor whose row is among the figures of a step; empty if a step needs none
   */
  PullRequests(Parameters pulled, OptionalInt progress) {
    this.pulled = pulled;
    this.progress = progress;
    parameters = pulled;
  }

  void begin(WorkerView now, long step, List<RowRange> wanted) {
    ask(now, step, wanted, pulled);
    accepted = false;
    measures.clear();
    if (progress.isPresent() && !wanted.isEmpty()) {
      unmeasured.addAll(now.servers().keySet());
    }
  }

  /** The step needs the parameters at the last accepted point too. */
  void beginAccepted(List<RowRange> wanted, Parameters into) {
    ask(membership, clock, wanted, into);
    accepted = true;
  }

  private void ask(WorkerView now, long step, List<RowRange> wanted, Parameters into) {
    membership = now;
    clock = step;
    parameters = into;
    pending.clear();
    unmeasured.clear();
    wanted.forEach(span -> pending.put(span.partition().id(), span));
  }

  /** Sends a server the requests that it has not answered yet. */
  void ask(int server, Connection to) {
    for (RowRange span : pending.values()) {
      int id = span.partition().id();
      if (membership.primaries().get(id) == server) {
        to.send(header(id, accepted ? ACCEPTED : 0), span.question());
      }
    }
    if (unmeasured.contains(server)) {
      to.send(header(-1, 0));
    }
  }

  private FrameHeader header(int partition, int extra) {
    return FrameKind.PULL.header(
        membership.generation(), partition, membership.self(), clock, extra);
  }

  /** Takes an answer; an outdated one is ignored. */
  void take(int server, FrameHeader header, ByteBuffer payload) {
    if (header.kind() == FrameKind.FIGURES.number()) {
      measure(server, header, payload);
      return;
    }
    boolean wanted = accepted == (header.kind() == FrameKind.ACCEPTED.number());
    RowRange span = pending.get(header.partition());
    if (wanted && span != null) {
      span.take(payload, parameters.tensor(span.partition().tensor()));
      pending.remove(header.partition());
    }
  }

  private void measure(int server, FrameHeader header, ByteBuffer payload) {
    if (header.clock() != clock || !unmeasured.remove(server)) {
      return;
    }
    double[] sums = new double[payload.remaining() / Double.BYTES];
    payload.duplicate().asDoubleBuffer().get(sums);
    measures.put(server, sums);
  }

  /** The figures of the step, with this worker's sums over examples. */
  List<Double> figures(Gradient gradient) {
    return progress.isEmpty()
        ? List.of()
        : NewtonFigures.of(
            gradient.sums(progress.getAsInt()), measures(), pulled.tensor(progress.getAsInt()));
  }

  /** The sums over all parameters, added up in the same order at every worker. */
  private double[] measures() {
    double[] sums = new double[NewtonFigures.OF_PARAMETERS];
    for (double[] one : measures.values()) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += one[i];
      }
    }
    return sums;
  }

  /** Whether the parameters at the last accepted point have not been requested in this step. */
  boolean isFirst() {
    return !accepted;
  }

  /** The servers that have not answered all requests. */
  Set<Integer> awaited() {
    var servers = new TreeSet<>(unmeasured);
    pending.keySet().forEach(partition -> servers.add(membership.primaries().get(partition)));
    return servers;
  }

  boolean isDone() {
    return pending.isEmpty() && unmeasured.isEmpty();
  }
}
