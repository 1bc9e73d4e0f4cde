package dev.ductile.runtime.server;

import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.replication.OutgoingReplication;
import dev.ductile.runtime.replication.ReplicationContext;
import dev.ductile.runtime.replication.UpdateCodec;
import dev.ductile.runtime.training.NewtonFigures;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All workers make one step together (bsp, a-bsp). A step's sums are complete when all workers have
 * pushed, safe when all followers have them, and committed when all workers know that they are safe
 * everywhere. Each partition's sum is applied when its first pull is answered, or before.
 */
final class Lockstep implements UpdateRule {
  private final ReplicationContext context;
  private final OutgoingReplication followers;
  private final Runnable advanced;
  private final WorkerLinks workers;
  private final Waits waits;
  private final boolean bySteps;
  private final Map<Integer, FrameHeader> pushed = new HashMap<>();
  private final SortedMap<Integer, List<Double>> figures = new TreeMap<>();
  private final Set<Integer> committed = new HashSet<>();
  private List<Early> early = new ArrayList<>();
  private boolean prepared;

  /** A frame for the next step from a worker that has committed this one. */
  private record Early(int worker, FrameHeader header, ByteBuffer payload) {}

  /**
   * A generation's steps.
   *
   * @param advanced is called when a step has been committed
   */
  Lockstep(
      ReplicationContext context,
      OutgoingReplication followers,
      WorkerLinks workers,
      Runnable advanced) {
    this.context = context;
    this.followers = followers;
    this.workers = workers;
    this.advanced = advanced;
    waits = workers.waits();
    bySteps = context.store().job().readsBySteps();
  }

  @Override
  public boolean allows(int worker, long clock) {
    long step = context.step();
    if (clock != step && clock != step + 1) {
      throw new IllegalArgumentException(
          "worker %d pulls step %d, and the step is %d".formatted(worker, clock, step));
    }
    return clock == step;
  }

  @Override
  public void push(int worker, FrameHeader header, ByteBuffer payload) {
    if (isEarly(worker, header, payload)) {
      return;
    }
    Replica copy = context.led(header.partition());
    if (FrameKind.of(header.kind()) == FrameKind.PUSH) {
      copy.add(worker, payload);
    } else {
      copy.add(worker, header.extra(), payload);
    }
    if (copy.isWhole() && copy.givers() == context.roles().workers().size()) {
      followers.update(copy, context.step());
    }
  }

  @Override
  public void pushed(int worker, FrameHeader header, ByteBuffer payload) {
    check(worker, header, payload);
    if (isEarly(worker, header, payload)) {
      return;
    }
    if (payload.hasRemaining()) {
      figures.put(worker, UpdateCodec.figures(payload));
    }
    boolean first =
        header.extra() > 0 && pushed.values().stream().noneMatch(other -> other.extra() > 0);
    if (pushed.putIfAbsent(worker, header) != null) {
      if (prepared) {
        sendPrepared(worker);
      }
      return;
    }
    waits.heard(worker);
    if (pushed.size() == context.roles().workers().size()) {
      seal();
    } else if (first && context.store().job().synchrony().kind() == Synchrony.Kind.A_BSP) {
      hurry();
    }
  }

  /**
   * A mistake in a push is found on receipt, with its sender, and not when all pushes are added up.
   */
  private void check(int worker, FrameHeader header, ByteBuffer payload) {
    int wanted = header.extra() == 0 ? 0 : context.store().figures() * Double.BYTES;
    if (payload.remaining() != wanted) {
      throw new IllegalArgumentException(
          "worker %d has pushed %d bytes of figures and not %d"
              .formatted(worker, payload.remaining(), wanted));
    }
    int most = Integer.MAX_VALUE / context.roles().workers().size();
    if (header.extra() < 0 || header.extra() > most) {
      throw new IllegalArgumentException(
          "worker %d has pushed %d examples".formatted(worker, header.extra()));
    }
    if (!bySteps && header.extra() > 0) {
      mark(header);
    }
  }

  private static BatchSummary.Mark mark(FrameHeader header) {
    return new BatchSummary.Mark(header.source(), header.clock());
  }

  private void hurry() {
    FrameHeader header = context.header(FrameKind.HURRY, -1, context.step(), 0);
    for (int worker : context.roles().workers()) {
      if (!pushed.containsKey(worker)) {
        workers.send(worker, header);
      }
    }
  }

  /**
   * The sums are complete: they are sent to the followers, and when these have them, all workers
   * are told.
   */
  private void seal() {
    waits.begin();
    long step = context.step();
    BatchSummary batch = batch();
    for (int partition : context.roles().led()) {
      Replica copy = context.led(partition);
      followers.update(copy, step);
      copy.prepare(batch);
    }
    followers.seal(-1, step, batch);
    followers.whenSafe(this::sendPrepared);
  }

  private BatchSummary batch() {
    int examples = pushed.values().stream().mapToInt(FrameHeader::extra).sum();
    List<BatchSummary.Mark> marks =
        bySteps
            ? List.of()
            : pushed.values().stream()
                .filter(header -> header.extra() > 0)
                .map(Lockstep::mark)
                .toList();
    return new BatchSummary(
        examples, context.rateFactor(), marks, NewtonFigures.sum(figures.values()));
  }

  private void sendPrepared() {
    prepared = true;
    context.roles().workers().forEach(this::sendPrepared);
  }

  private void sendPrepared(int worker) {
    FrameHeader header =
        context.header(FrameKind.PREPARED, -1, context.step(), waits.microsSinceHeard(worker));
    workers.send(worker, header, Waits.payload(waits.microsWorked()));
  }

  @Override
  public void commit(int worker, FrameHeader header) {
    if (header.clock() < context.step()) {
      return; // it has lost its connection, and repeats its last message
    }
    if (!prepared || header.clock() != context.step()) {
      throw new IllegalArgumentException(
          "worker %d commits step %d, and step %d is %s prepared"
              .formatted(worker, header.clock(), context.step(), prepared ? "" : "not"));
    }
    if (committed.add(worker)) {
      waits.heard(worker);
    }
    if (committed.size() == context.roles().workers().size()) {
      advance();
    }
  }

  private void advance() {
    waits.begin();
    followers.committed(context.step());
    for (int partition : context.roles().led()) {
      context.store().commit(context.led(partition));
    }
    waits.committed();
    context.stepDone();
    pushed.clear();
    figures.clear();
    committed.clear();
    prepared = false;
    advanced.run();
    replay();
  }

  private void replay() {
    List<Early> now = early;
    early = new ArrayList<>();
    for (Early one : now) {
      if (FrameKind.of(one.header().kind()) == FrameKind.PUSHED) {
        pushed(one.worker(), one.header(), one.payload());
      } else {
        push(one.worker(), one.header(), one.payload());
      }
    }
  }

  private boolean isEarly(int worker, FrameHeader header, ByteBuffer payload) {
    boolean ahead = committed.contains(worker);
    long wanted = context.step() + (ahead ? 1 : 0);
    if (bySteps && header.clock() != wanted) {
      throw new IllegalArgumentException(
          "worker %d pushes for step %d, and its step is %d"
              .formatted(worker, header.clock(), wanted));
    }
    if (ahead) {
      ByteBuffer kept = ByteBuffer.allocate(payload.remaining()).put(payload.duplicate()).flip();
      early.add(new Early(worker, header, kept));
    }
    return ahead;
  }

  @Override
  public boolean isPreparedFor(long clock) {
    return context.step() + (prepared ? 1 : 0) >= clock;
  }

  @Override
  public boolean isEven(int partition) {
    return !context.led(partition).isPrepared() && !followers.hasUpdate(partition);
  }
}
