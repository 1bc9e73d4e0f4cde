package dev.ductile.runtime.allreduce;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.lifecycle.StateMachine;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.process.JobPart;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.replication.PartitionStore;
import dev.ductile.runtime.replication.ReplicaRoles;
import dev.ductile.runtime.replication.Replication;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.worker.Batches;
import dev.ductile.runtime.worker.Worker;
import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A worker of a job without servers: it has a replica of all parameters. */
public final class AllReduceWorker implements JobPart.OfReplicas, JobPart.OfSplits {
  /** For the master, all parameters are one partition. */
  private static final int ALL = 0;

  /** The name of the only part of a checkpoint. */
  private static final String CHECKPOINT = "parameters";

  private final Task.Context around;
  private final Worker.Listener listener;
  private final StateMachine<AllReducePhase> phase =
      new StateMachine<>(AllReducePhase.TRANSITIONS, AllReducePhase.HALTED);
  private final Batches batches;
  private final Replication replication;
  private final ModelReplica replica;
  private final CatchUp catchUp;
  private final AllReduceSteps steps;
  private final Duration answer;
  private int halting;
  private boolean waiting;
  private boolean splitsReady;
  private boolean replicasReady;

  /** A worker that has neither splits nor parameters yet. */
  public AllReduceWorker(
      Task.Context around, TrainingJob job, Worker.TrainingParts parts, Worker.Listener listener) {
    this.around = around;
    this.listener = listener;
    if (!job.readsBySteps()) {
      String why = "a job without servers is bsp with a batch of all workers together";
      around.master().send(new MasterMessage.Broken(MasterMessage.Fault.SETTING, why));
    }
    Model model = parts.model(job);
    answer = job.faults().answer();
    batches = new Batches(around, job, model, () -> parts.source(job), listener);
    replication =
        new Replication(around, new PartitionStore(job, model), CHECKPOINT, _ -> synced());
    replica = new ModelReplica(replication, model);
    catchUp = new CatchUp(replication);
    steps =
        new AllReduceSteps(
            around, model.tensors(), batches, replica, replication, phase, this::halted);
  }

  private int generation() {
    return steps.circle().generation();
  }

  @Override
  public TaskState state() {
    List<TaskState.HeldReplica> held =
        replica.isWhole()
            ? List.of(new TaskState.HeldReplica(ALL, replica.version(), replica.isPrepared()))
            : List.of();
    int generation = replication.context().lastPart();
    return new TaskState(generation, replica.version(), held, batches.holdings(), List.of());
  }

  @Override
  public void change(TaskMessage.Change change) {
    switch (change) {
      case TaskMessage.Halt halt -> halt(halt);
      case TaskMessage.Assign assign -> assign(assign);
      case TaskMessage.Resume resume -> resume(resume);
    }
  }

  @Override
  public void replicas(TaskMessage.ReplicaOrder order) {
    switch (order) {
      case TaskMessage.Follow follow -> follow(follow);
      case TaskMessage.Save save -> save(save);
    }
  }

  @Override
  public void fetch(TaskMessage.Fetch wanted) {
    batches.fetch(wanted);
  }

  private void synced() {
    if (replica.isWhole()) {
      around.master().send(new MasterMessage.Synced(List.of(ALL)));
    }
  }

  // ---- reconfiguration

  private void follow(TaskMessage.Follow follow) {
    if (phase.state().isTraining()) {
      replication.outgoing().followAll(follow.to());
    }
  }

  private void halt(TaskMessage.Halt halt) {
    if (halt.generation() <= generation()) {
      return;
    }
    halting = halt.generation();
    if (phase.is(AllReducePhase.HALTED) && catchUp.isUnderWay() && replica.isWhole()) {
      waiting = true;
      Duration patience = answer.dividedBy(2);
      around.loop().after(patience, () -> giveUp(halt.generation()));
    } else {
      steps.halt(halt.clock());
    }
  }

  /** A newcomer has caught up once its teacher has said that it has halted too. */
  private void haltWhenCaughtUp() {
    if (waiting && !catchUp.isUnderWay()) {
      waiting = false;
      halted();
    }
  }

  private void giveUp(int generation) {
    if (waiting && halting == generation) {
      waiting = false;
      halted();
    }
  }

  private void halted() {
    replication.outgoing().end(halting);
    Optional<MasterMessage.Idle> idle = steps.idle().elapsed();
    around.master().send(new MasterMessage.Halted(halting, state(), idle));
  }

  private void assign(TaskMessage.Assign assign) {
    if (assign.generation() <= generation() || assign.generation() < halting) {
      return;
    }
    int self = around.master().task();
    phase.to(AllReducePhase.LOADING);
    waiting = false;
    splitsReady = false;
    replicasReady = false;
    if (assign.roster().stream().noneMatch(member -> member.task() == self)) {
      takeLeave(assign);
      return;
    }
    reportIfCommitted(assign);
    catchUp.end();
    steps.assign(RankedWorkers.of(assign, self));
    start(assign, self);
    batches.assign(
        assign,
        self,
        () -> {
          splitsReady = true;
          ready(assign.generation());
        });
  }

  /** A leaving worker reports its last step, if that counts, and waits to be stopped. */
  private void takeLeave(TaskMessage.Assign assign) {
    reportIfCommitted(assign);
    if (isCommitted(assign) && replica.isPrepared()) {
      replica.commit();
    } else {
      replica.discard();
    }
    batches.flush();
    phase.to(AllReducePhase.HALTED);
  }

  /** The others may have the whole sum, with this worker's share, before this worker has it. */
  private void reportIfCommitted(TaskMessage.Assign assign) {
    if (isCommitted(assign)) {
      steps.settled();
    }
  }

  /** Whether the generation begins with the step that was under way here. */
  private boolean isCommitted(TaskMessage.Assign assign) {
    return assign.start() instanceof TaskMessage.Start.Commit
        && replica.version() == assign.step() - 1;
  }

  private void start(TaskMessage.Assign assign, int self) {
    int partitions = replica.layout().partitions().size();
    replication.enter(assign, ReplicaRoles.ofAll(self, assign.roster(), partitions));
    if (assign.goesBack()) {
      replication.context().store().keepOnly(_ -> false);
    }
    replication.start(
        assign,
        () -> {
          replicasReady = true;
          ready(assign.generation());
        });
  }

  private void ready(int generation) {
    if (!splitsReady || !replicasReady || !phase.is(AllReducePhase.LOADING)) {
      return;
    }
    phase.to(AllReducePhase.READY);
    around.master().send(new MasterMessage.Ready(generation));
  }

  private void resume(TaskMessage.Resume resume) {
    if (resume.generation() == generation() && phase.is(AllReducePhase.READY)) {
      steps.resume();
    }
  }

  private void save(TaskMessage.Save save) {
    replication.saving().want(save);
    if (phase.is(AllReducePhase.READY) || phase.is(AllReducePhase.IDLE)) {
      replication.saving().reached();
    }
  }

  @Override
  public void end() {
    batches.flush();
    phase.to(AllReducePhase.ENDED);
  }

  // ---- frames

  @Override
  public void frame(Connection from, FrameHeader header, ByteBuffer payload) {
    try {
      if (!batches.frame(from, header, payload)) {
        hear(from, header, payload);
      }
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | BufferUnderflowException
        | BufferOverflowException e) {
      listener.trouble("task %d sent an invalid frame: %s".formatted(from.peer(), e.getMessage()));
      from.close("its frame is invalid: " + e.getMessage());
    }
  }

  private void hear(Connection from, FrameHeader header, ByteBuffer payload) {
    if (phase.is(AllReducePhase.HALTED)) {
      learn(from, header, payload);
      return;
    }
    boolean current = header.generation() == generation();
    OptionalInt rank = steps.circle().rank(from.peer());
    switch (FrameKind.of(header.kind())) {
      case REDUCE, PREPARED -> {
        if (current && rank.isPresent()) {
          steps.frame(rank.getAsInt(), header, payload);
        }
      }
      case UPDATED -> {
        if (current && replication.outgoing().has(from.peer())) {
          replication.outgoing().answered(from.peer(), header);
        }
      }
      case SNAPSHOT, UPDATE, UPDATE_KEYED, COMMITTED, REFUSED -> {
        // a teacher that does not know yet that the newcomer has caught up
      }
      case HELLO,
          CONTROL,
          PULL,
          VALUES,
          PUSH,
          PUSH_KEYED,
          PUSHED,
          COMMIT,
          HURRY,
          GET_SPLIT,
          SPLIT,
          ACCEPTED,
          FIGURES ->
          throw new IllegalArgumentException("a worker has no use for " + header);
    }
  }

  /** Only a worker that is in no generation, or was left out of the last, catches up. */
  private void learn(Connection from, FrameHeader header, ByteBuffer payload) {
    switch (FrameKind.of(header.kind())) {
      case SNAPSHOT, UPDATE, UPDATE_KEYED, COMMITTED, REFUSED -> {
        catchUp.frame(from, header, payload);
        haltWhenCaughtUp();
      }
      default -> {
        // workers of the last generation may not know yet that it is over
      }
    }
  }

  @Override
  public void lost(int peer, String why) {
    batches.lost(peer);
    catchUp.lost(peer);
    steps.lost(peer, why);
    haltWhenCaughtUp();
  }
}
