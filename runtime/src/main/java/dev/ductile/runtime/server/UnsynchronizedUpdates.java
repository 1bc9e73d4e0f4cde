package dev.ductile.runtime.server;

import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.replication.OutgoingReplication;
import dev.ductile.runtime.replication.ReplicationContext;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Applies each push on receipt (asp, ssp); a push is safe when all followers have it. With ssp, the
 * next pull of a fast worker waits for the slowest worker.
 */
final class UnsynchronizedUpdates implements UpdateRule {
  private final ReplicationContext context;
  private final OutgoingReplication followers;
  private final Runnable changed;
  private final WorkerLinks workers;
  private final Waits waits;
  private final Map<Integer, Long> steps = new HashMap<>();
  private final long staleness;

  /**
   * A generation's pushes; workers count their steps from {@link ReplicationContext#step}.
   *
   * @param changed is called when a waiting pull may be possible
   */
  UnsynchronizedUpdates(
      ReplicationContext context,
      OutgoingReplication followers,
      WorkerLinks workers,
      Runnable changed) {
    this.context = context;
    this.followers = followers;
    this.workers = workers;
    this.changed = changed;
    waits = workers.waits();
    Synchrony synchrony = context.store().job().synchrony();
    staleness = synchrony.kind() == Synchrony.Kind.SSP ? synchrony.staleness() : Long.MAX_VALUE;
    context.roles().workers().forEach(worker -> steps.put(worker, context.step()));
  }

  @Override
  public boolean allows(int worker, long clock) {
    if (steps.getOrDefault(worker, 0L) < clock) {
      steps.put(worker, clock);
      changed.run();
    }
    long slowest = steps.values().stream().mapToLong(Long::longValue).min().orElse(clock);
    return clock - slowest <= staleness;
  }

  @Override
  public void push(int worker, FrameHeader header, ByteBuffer payload) {
    Replica copy = context.led(header.partition());
    var mark = new BatchSummary.Mark(header.source(), header.clock());
    long examples = mark.clock() - copy.mark(mark.split());
    if (examples <= 0) {
      return;
    }
    if (examples > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("a push of %d examples: %s".formatted(examples, mark));
    }
    boolean whole = FrameKind.of(header.kind()) == FrameKind.PUSH;
    if (whole) {
      copy.add(worker, payload);
    } else {
      copy.add(worker, header.extra(), payload);
    }
    var batch = new BatchSummary((int) examples, context.rateFactor(), List.of(mark));
    copy.prepare(batch);
    context.store().commit(copy);
    context.store().apply(copy);
    followers.forward(header, batch, payload);
  }

  @Override
  public void pushed(int worker, FrameHeader header, ByteBuffer payload) {
    long heard = waits.now();
    var mark = new BatchSummary.Mark(header.source(), header.clock());
    if (isNews(mark)) {
      steps.merge(worker, 1L, Long::sum);
      context
          .roles()
          .led()
          .forEach(partition ->
              context.store().pass(context.led(partition), mark, context.rateFactor()));
    }
    followers.seal(mark.split(), mark.clock(), new BatchSummary(0, 1, List.of()));
    followers.whenSafe(() -> sendPrepared(worker, mark, waits.microsSince(heard)));
    changed.run();
  }

  /** No worker waits for others here, so the whole time is the server's own. */
  private void sendPrepared(int worker, BatchSummary.Mark mark, int held) {
    FrameHeader header =
        FrameKind.PREPARED.header(
            context.generation(), mark.split(), context.self(), mark.clock(), held);
    workers.send(worker, header, Waits.payload(held));
  }

  private boolean isNews(BatchSummary.Mark mark) {
    return context.roles().led().stream()
        .anyMatch(partition -> context.led(partition).mark(mark.split()) < mark.clock());
  }

  /** A worker without examples reports this with the highest step number. */
  @Override
  public void commit(int worker, FrameHeader header) {
    steps.put(worker, header.clock());
    changed.run();
  }

  @Override
  public boolean isPreparedFor(long clock) {
    return true;
  }

  @Override
  public boolean isEven(int partition) {
    return true;
  }
}
