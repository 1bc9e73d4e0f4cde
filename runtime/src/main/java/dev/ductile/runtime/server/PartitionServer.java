package dev.ductile.runtime.server;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.lifecycle.StateMachine;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.process.JobPart;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.replication.OutgoingReplication;
import dev.ductile.runtime.replication.PartitionStore;
import dev.ductile.runtime.replication.ReplicaRoles;
import dev.ductile.runtime.replication.Replication;
import dev.ductile.runtime.replication.ReplicationContext;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A server of a job: it holds partitions of the parameters, as primary or as follower, in one
 * generation after the other.
 */
public final class PartitionServer implements JobPart.OfReplicas {
  private final Replication replication;
  private final ReplicationContext context;
  private final StateMachine<ServerPhase> phase =
      new StateMachine<>(ServerPhase.TRANSITIONS, ServerPhase.OUTSIDE);

  /** The last generation that the master has announced. */
  private int told;

  /** The order to halt; empty once it has halted. */
  private Optional<TaskMessage.Halt> halt = Optional.empty();

  private WorkerLinks workers;
  private UpdateRule pace;
  private PullAnswers pulls;

  /** A server of a job that has no partitions yet. */
  public static PartitionServer of(Task.Context around, TrainingJob job, Model model) {
    String file = "server-%d".formatted(around.master().task());
    var server =
        new PartitionServer(
            new Replication(
                around,
                new PartitionStore(job, model),
                file,
                all -> around.master().send(new MasterMessage.Synced(all))));
    around.loop().work(server::slice);
    return server;
  }

  private PartitionServer(Replication replication) {
    this.replication = replication;
    context = replication.context();
    workers = workers();
    pace = pace();
    pulls = new PullAnswers(context, workers, pace);
  }

  private WorkerLinks workers() {
    return new WorkerLinks(context.around().loop()::realNanoTime);
  }

  private UpdateRule pace() {
    OutgoingReplication followers = replication.outgoing();
    return context.isLockstep()
        ? new Lockstep(context, followers, workers, this::changed)
        : new UnsynchronizedUpdates(context, followers, workers, this::changed);
  }

  private void changed() {
    replication.saving().reached();
    pulls.retry();
  }

  /** Does one slice of background work; returns whether there is more. */
  private boolean slice() {
    haltAtBoundary();
    boolean more = !phase.is(ServerPhase.READY) && context.store().slice();
    return replication.slice(pace::isEven) || more;
  }

  /** For tests. */
  int generation() {
    return context.generation();
  }

  @Override
  public void change(TaskMessage.Change change) {
    switch (change) {
      case TaskMessage.Halt halting -> halt(halting);
      case TaskMessage.Assign assign -> assign(assign);
      case TaskMessage.Resume(int generation) -> resume(generation);
    }
  }

  @Override
  public void replicas(TaskMessage.ReplicaOrder order) {
    switch (order) {
      case TaskMessage.Follow follow -> follow(follow);
      case TaskMessage.Save save -> save(save);
    }
  }

  // ---- reconfiguration

  @Override
  public TaskState state() {
    List<TaskState.HeldReplica> held =
        good().stream()
            .map(copy ->
                new TaskState.HeldReplica(copy.partition().id(), copy.version(), copy.isPrepared()))
            .toList();
    return new TaskState(context.lastPart(), context.step(), held, List.of(), cursors());
  }

  /** The replicas that are as good as any other; all of them once they were chosen for that. */
  List<Replica> good() {
    return phase.is(ServerPhase.HALTED) ? List.copyOf(context.store().all()) : replication.good();
  }

  private List<TaskState.Cursor> cursors() {
    List<Replica> copies = good();
    if (copies.isEmpty() || context.store().job().readsBySteps()) {
      return List.of();
    }
    return IntStream.range(0, context.store().job().data().splits())
        .mapToObj(split ->
            new TaskState.Cursor(
                split,
                safe(copies.stream().mapToLong(copy -> copy.mark(split))),
                copies.stream().mapToLong(copy -> copy.next(split)).max().orElse(0)))
        .toList();
  }

  /** In lockstep, a server that has applied a step knows that it counts. */
  private long safe(LongStream marks) {
    return (context.isLockstep() ? marks.max() : marks.min()).orElse(0);
  }

  /**
   * Halts if all replicas have the sums of the step before the clock, or at once. Applying them is
   * left to the next generation: it takes as long as a step needs it, and no task waits for it.
   */
  private void halt(TaskMessage.Halt wanted) {
    if (wanted.generation() > told) {
      halt = Optional.of(wanted);
      haltAtBoundary();
    }
  }

  private void haltAtBoundary() {
    if (halt.isPresent() && isAtBoundary(halt.get().clock())) {
      int generation = halt.get().generation();
      halt = Optional.empty();
      enterHalt(generation);
    }
  }

  private boolean isAtBoundary(long clock) {
    boolean even = !phase.state().serves() || pace.isPreparedFor(clock);
    return clock == 0
        || (even && context.store().all().stream().allMatch(copy -> isPreparedFor(copy, clock)));
  }

  private static boolean isPreparedFor(Replica copy, long clock) {
    return copy.version() + (copy.isPrepared() ? 1 : 0) >= clock;
  }

  private void enterHalt(int generation) {
    told = generation;
    if (!phase.is(ServerPhase.HALTED)) {
      context.store().keepOnly(replication::isGood);
    }
    replication.leaveFor(generation);
    begin(ServerPhase.HALTED);
    context.tell(new MasterMessage.Halted(generation, state(), Optional.empty()));
  }

  private void begin(ServerPhase next) {
    phase.to(next);
    workers = workers();
    pace = pace();
    pulls = new PullAnswers(context, workers, pace);
  }

  private void assign(TaskMessage.Assign assign) {
    if (assign.generation() < told) {
      return;
    }
    told = assign.generation();
    halt = Optional.empty();
    replication.enter(assign, new ReplicaRoles(context.self(), assign.roster(), assign.table()));
    begin(ServerPhase.LOADING);
    replication.start(assign, () -> ready(assign.generation()));
  }

  private void ready(int generation) {
    phase.to(ServerPhase.READY);
    context.tell(new MasterMessage.Ready(generation));
  }

  private void resume(int generation) {
    if (generation == context.generation() && phase.is(ServerPhase.READY)) {
      phase.to(ServerPhase.RUNNING);
    }
  }

  private void follow(TaskMessage.Follow wanted) {
    if (phase.state().serves()) {
      replication.outgoing().follow(wanted);
    }
  }

  private void save(TaskMessage.Save wanted) {
    replication.saving().want(wanted);
    if (phase.state().serves()) {
      replication.saving().reached();
    }
  }

  @Override
  public void lost(int peer, String why) {
    boolean matters = phase.state().serves() && replication.outgoing().has(peer);
    replication.lost(peer);
    if (matters) { // other tasks connect again by themselves
      context.tell(new MasterMessage.Suspect(peer, why));
    }
  }

  // ---- frames

  @Override
  public void frame(Connection from, FrameHeader header, ByteBuffer payload) {
    switch (FrameKind.of(header.kind())) {
      case PULL, PUSH, PUSH_KEYED, PUSHED, COMMIT -> {
        if (isCurrent(from, header, phase.state().serves())) {
          fromWorker(from, header, payload);
        }
      }
      case SNAPSHOT, UPDATE, UPDATE_KEYED, COMMITTED -> {
        adopt(header.generation());
        if (isCurrent(from, header, phase.state().follows())) {
          replication.fromPrimary(from, header, payload);
        }
      }
      case UPDATED -> {
        if (header.generation() == context.generation()) {
          replication.outgoing().answered(from.peer(), header);
        }
      }
      case REFUSED -> {
        // the master tells a task that is left behind
      }
      case HELLO, CONTROL, VALUES, PREPARED, HURRY, GET_SPLIT, SPLIT, REDUCE, ACCEPTED, FIGURES ->
          throw new IllegalArgumentException("a server has no use for " + header);
    }
  }

  /**
   * Refuses a frame of an older generation; the connection stays, because its sender has only
   * missed the change.
   */
  private boolean isCurrent(Connection from, FrameHeader header, boolean wanted) {
    if (header.generation() < context.generation()) {
      from.send(context.header(FrameKind.REFUSED, -1, 0, 0));
      return false;
    }
    if (header.generation() > context.generation() || !wanted) {
      throw new IllegalArgumentException(
          "generation %d, and this is %d, %s"
              .formatted(header.generation(), context.generation(), phase.state()));
    }
    return true;
  }

  /**
   * A server in no generation's table follows in any generation that asks for it; messages of the
   * master are still compared with earlier ones of the master.
   */
  private void adopt(int generation) {
    boolean idle =
        phase.state().follows()
            && !phase.is(ServerPhase.HALTED)
            && context.roles().kept().isEmpty();
    if (generation > context.generation() && idle) {
      replication.followIn(generation);
      begin(ServerPhase.OUTSIDE);
    }
  }

  private void fromWorker(Connection from, FrameHeader header, ByteBuffer payload) {
    int worker = from.peer();
    if (!context.roles().workers().contains(worker)) {
      throw new IllegalArgumentException(
          "task %d is no worker of generation %d".formatted(worker, context.generation()));
    }
    workers.heardFrom(worker, from);
    switch (FrameKind.of(header.kind())) {
      case PULL -> pulls.pull(worker, header, payload);
      case PUSHED -> pace.pushed(worker, header, payload);
      case COMMIT -> pace.commit(worker, header);
      default -> pace.push(worker, header, payload);
    }
  }
}
