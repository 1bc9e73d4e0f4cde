package dev.ductile.runtime.allreduce;

import dev.ductile.runtime.lifecycle.StateMachine;
import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.replication.Replication;
import dev.ductile.runtime.replication.ReplicationContext;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Payload;
import dev.ductile.runtime.worker.Batches;
import dev.ductile.runtime.worker.IdleClock;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The steps of an all-reduce worker until it is halted: compute, add up, wait until all workers
 * have the sum, apply it.
 */
final class AllReduceSteps {
  private static final long NEVER = Long.MAX_VALUE;

  /**
   * In {@code extra} of frames with the rows that a worker touches; frames with gradients have
   * rounds from 0.
   */
  private static final int MORE_KEYS = -1;

  private static final int LAST_KEYS = -2;

  private final Task.Context around;
  private final Batches batches;
  private final ModelReplica replica;
  private final Replication replication;
  private final ReplicationContext context;
  private final StateMachine<AllReducePhase> phase;
  private final Runnable halted;
  private final boolean keyed;
  private final IdleClock idle;
  private final Set<Integer> prepared = new HashSet<>();
  private final Set<Integer> suspects = new HashSet<>();
  private RankedWorkers circle = RankedWorkers.NONE;
  private Collective collective;
  private TouchedRows union;
  private Batch batch;
  private long haltAt = NEVER;
  private boolean computed;
  private boolean summed;
  private boolean told;

  /**
   * Steps that begin when they are {@linkplain #resume resumed}.
   *
   * @param halted is called when the worker has halted on request
   */
  AllReduceSteps(
      Task.Context around,
      List<Tensor> tensors,
      Batches batches,
      ModelReplica replica,
      Replication replication,
      StateMachine<AllReducePhase> phase,
      Runnable halted) {
    this.around = around;
    this.batches = batches;
    this.replica = replica;
    this.replication = replication;
    this.context = replication.context();
    this.phase = phase;
    this.halted = halted;
    keyed = tensors.stream().anyMatch(Tensor::keyed);
    collective = collective();
    union = union();
    batch = new Batch(tensors);
    idle = new IdleClock(around.loop()::realNanoTime);
    around.loop().work(this::work);
  }

  /** Keeps as many early frames as belong to one all-reduce: twice the row, and rounding. */
  private Collective collective() {
    long floats = 1 + replica.layout().tensors().stream().mapToLong(Tensor::floats).sum();
    return new Collective(2 * (floats + circle.size()), this::send);
  }

  private TouchedRows union() {
    return new TouchedRows(replica.keyedRows(), circle.size(), batches.areWhole());
  }

  RankedWorkers circle() {
    return circle;
  }

  IdleClock idle() {
    return idle;
  }

  // ---- generations

  void assign(RankedWorkers next) {
    circle = next;
    haltAt = NEVER;
    computed = false;
    summed = false;
    told = false;
    prepared.clear();
    suspects.clear();
    collective = collective();
    union = union();
  }

  /** The step that was under way proves to be committed. */
  void settled() {
    if (replica.version() == context.step() && computed) {
      batches.finished(context.step());
    }
  }

  void resume() {
    idle.resumed();
    batches.resumes();
    next();
  }

  /** Halts before step {@code clock} or, if that has passed, at once. */
  void halt(long clock) {
    haltAt = clock == NEVER && phase.state().isTraining() ? context.step() + 1 : clock;
    if (!phase.state().isTraining() || phase.is(AllReducePhase.IDLE) || context.step() >= haltAt) {
      enterHalt();
    }
  }

  private void enterHalt() {
    phase.to(AllReducePhase.HALTED);
    batches.flush();
    halted.run();
  }

  // ---- one step

  private void next() {
    long step = context.step();
    replication.saving().reached();
    if (step >= haltAt) {
      enterHalt();
    } else if (batches.isOver(step)) {
      phase.to(AllReducePhase.IDLE);
      batches.flush();
    } else {
      batch = batches.begin(step);
      replica.give(batches.parameters(), batch);
      batches.alsoNeeded().ifPresent(more -> replica.giveAccepted(more, batch));
      computed = false;
      phase.to(AllReducePhase.COMPUTING);
      batches.compute();
      if (keyed && !union.isKnown()) {
        tellKeys();
      }
    }
  }

  private void tellKeys() {
    int[] rows = batch.rows();
    int count = batch.rowCount();
    union.add(circle.rank(), context.step(), rows, count);
    int from = 0;
    do {
      int most = Math.min(Collective.FRAME_FLOATS, count - from);
      int extra = from + most == count ? LAST_KEYS : MORE_KEYS;
      FrameHeader header = header(FrameKind.REDUCE, extra);
      Payload keys = keys(rows, from, most);
      circle.others().forEach(rank -> to(rank).send(header, keys));
      from += most;
    } while (from < count);
  }

  private static Payload keys(int[] keys, int from, int count) {
    var bytes = ByteBuffer.allocate(count * Integer.BYTES);
    bytes.asIntBuffer().put(keys, from, count);
    return Payload.of(bytes.array());
  }

  /** Does one slice of work; returns whether there is more. */
  private boolean work() {
    boolean between = !phase.state().isTraining();
    boolean even = !between && !phase.is(AllReducePhase.SETTLING);
    boolean more = replication.slice(_ -> even);
    more |= between && !phase.is(AllReducePhase.READY) && context.store().slice();
    if (phase.is(AllReducePhase.COMPUTING) && !computed) {
      computed = batches.proceed();
    }
    reduceWhenReady();
    if (phase.is(AllReducePhase.REDUCING) && summed) {
      whole();
    }
    settle();
    return more || (phase.is(AllReducePhase.COMPUTING) && !computed);
  }

  private void reduceWhenReady() {
    if (!phase.is(AllReducePhase.COMPUTING)
        || !computed
        || (keyed && !union.isWhole(context.step()))) {
      return;
    }
    ReducedRow sum = replica.sum();
    int[] rows = keyed ? union.unite(context.step()) : new int[0];
    sum.fit(rows, rows.length);
    sum.put(batches.gradient(), batch, batches.examples());
    Algorithm way = AlgorithmChoice.of(circle.size(), sum.length());
    phase.to(AllReducePhase.REDUCING);
    batches.summing();
    List<Move> moves = way.moves(circle.size(), circle.rank(), sum.length());
    summed = false;
    collective.begin(context.step(), moves, sum.numbers(), () -> summed = true);
  }

  private void whole() {
    replica.prepare();
    batches.summed();
    phase.to(AllReducePhase.SETTLING);
    replica.send();
    replication.outgoing().whenSafe(this::tellPrepared);
  }

  /** Newcomers that have all partitions have this sum too. */
  private void tellPrepared() {
    told = true;
    circle.others().forEach(rank -> to(rank).send(header(FrameKind.PREPARED, 0)));
  }

  /** Continues once all workers have the whole sum. */
  private void settle() {
    if (!phase.is(AllReducePhase.SETTLING)) {
      return;
    }
    if (told && prepared.size() == circle.size() - 1) {
      finish();
    }
  }

  private void finish() {
    replication.outgoing().committed(context.step());
    replica.commit();
    told = false;
    prepared.clear();
    batches.finished(context.step());
    idle.stepEnded();
    context.stepDone();
    next();
  }

  // ---- other workers

  private void send(int rank, long clock, int round, float[] numbers, int from, int count) {
    FrameHeader header = FrameKind.REDUCE.header(circle.generation(), -1, self(), clock, round);
    to(rank).send(header, Payload.of(numbers, from, count));
  }

  private FrameHeader header(FrameKind kind, int extra) {
    return kind.header(circle.generation(), -1, self(), context.step(), extra);
  }

  private int self() {
    return around.master().task();
  }

  private Connection to(int rank) {
    return around.peers().to(circle.members().get(rank));
  }

  /**
   * Takes a frame of this generation from another of its workers; computation that follows is done
   * in a slice.
   */
  void frame(int rank, FrameHeader header, ByteBuffer payload) {
    if (!phase.state().hearsPeers()) {
      return;
    }
    if (header.kind() == FrameKind.PREPARED.number()) {
      if (header.clock() != context.step()) {
        throw new IllegalArgumentException(
            "step %d is prepared, and this is step %d".formatted(header.clock(), context.step()));
      }
      prepared.add(rank);
    } else if (header.extra() < 0) {
      union.take(rank, header.clock(), context.step(), header.extra() == LAST_KEYS, payload);
    } else {
      collective.frame(rank, header.clock(), header.extra(), payload);
    }
  }

  /**
   * A connection is closed and its frames are lost. Only a reconfiguration helps, even if a
   * newcomer is lost.
   */
  void lost(int peer, String why) {
    boolean matters = circle.rank(peer).isPresent() || replication.outgoing().has(peer);
    replication.lost(peer);
    if (phase.state().isTraining() && matters && suspects.add(peer)) {
      around.master().send(new MasterMessage.Suspect(peer, why));
    }
  }
}
