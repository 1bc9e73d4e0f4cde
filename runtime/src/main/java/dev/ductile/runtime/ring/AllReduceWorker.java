package dev.ductile.runtime.ring;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.learn.Model;
import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.protocol.Standing;
import dev.ductile.runtime.replication.PartitionStore;
import dev.ductile.runtime.replication.ReplicaRoles;
import dev.ductile.runtime.replication.Replication;
import dev.ductile.runtime.task.Part;
import dev.ductile.runtime.task.Task;
import dev.ductile.runtime.wire.Connection;
import dev.ductile.runtime.wire.Header;
import dev.ductile.runtime.worker.Batches;
import dev.ductile.runtime.worker.Worker;
import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A worker of a job without servers: it has all parameters, as all others do. */
public final class AllReduceWorker implements Part {
  /** For the master, all parameters are one partition. */
  private static final int ALL = 0;

  /** What a checkpoint's only part is called. */
  private static final String CHECKPOINT = "parameters";

  private final Task.Surroundings around;
  private final Worker.Craft craft;
  private final Worker.Listener listener;
  private final Course course = new Course();
  private Optional<Trained> trained = Optional.empty();
  private int halting;
  private boolean leaving;
  private boolean waiting;
  private boolean splitsReady;
  private boolean numbersReady;

  /** What there is once the job is known. */
  private record Trained(
      Batches batches,
      Replication replication,
      ModelReplica replica,
      CatchUp catchUp,
      Steps steps,
      Duration answer) {
    int generation() {
      return steps.circle().generation();
    }
  }

  public AllReduceWorker(Task.Surroundings around, Worker.Craft craft, Worker.Listener listener) {
    this.around = around;
    this.craft = craft;
    this.listener = listener;
  }

  @Override
  public Standing standing() {
    return trained.map(this::standing).orElse(Standing.NONE);
  }

  private Standing standing(Trained now) {
    ModelReplica replica = now.replica();
    List<Standing.Held> held =
        replica.isWhole()
            ? List.of(new Standing.Held(ALL, replica.version(), replica.isPrepared()))
            : List.of();
    int generation = now.replication().context().lastPart();
    return new Standing(generation, replica.version(), held, now.batches().holdings(), List.of());
  }

  @Override
  public void hear(Message message) {
    switch (message) {
      case Message.Welcome(int _, TrainingJob job) -> welcome(job);
      case Message.Stop(int exitCode, String _) -> stop(exitCode);
      case Message.Fetch fetch -> trained.ifPresent(now -> now.batches().fetch(fetch));
      case Message.Follow follow -> trained.ifPresent(now -> follow(now, follow));
      case Message.Halt halt -> trained.ifPresent(now -> halt(now, halt));
      case Message.Assign assign -> trained.ifPresent(now -> assign(now, assign));
      case Message.Resume resume -> trained.ifPresent(now -> resume(now, resume));
      case Message.Save save -> trained.ifPresent(now -> save(now, save));
      case Message.Register _,
          Message.Stood _,
          Message.Ready _,
          Message.Synced _,
          Message.Fetched _,
          Message.Progress _,
          Message.Leave _,
          Message.Suspect _,
          Message.Saved _,
          Message.NotSaved _,
          Message.NotLoaded _,
          Message.Broken _ ->
          listener.trouble("the master said what is not for workers: " + message);
    }
  }

  private void welcome(TrainingJob job) {
    if (trained.isEmpty()) {
      trained = Optional.of(begin(job));
      course.to(Phase.STANDING);
    }
    if (leaving) {
      around.master().send(new Message.Leave());
    }
  }

  private Trained begin(TrainingJob job) {
    if (!job.readsBySteps()) {
      String why = "a job without servers is bsp with a batch of all workers together";
      around.master().send(new Message.Broken(Message.Fault.SETTING, why));
    }
    Model model = craft.model(job);
    var batches = new Batches(around, job, model, () -> craft.source(job), listener);
    var replication =
        new Replication(around, new PartitionStore(job, model), CHECKPOINT, _ -> synced());
    var replica = new ModelReplica(replication, model);
    var steps =
        new Steps(around, model.tensors(), batches, replica, replication, course, this::stood);
    return new Trained(
        batches, replication, replica, new CatchUp(replication), steps, job.faults().answer());
  }

  private void synced() {
    if (trained.filter(now -> now.replica().isWhole()).isPresent()) {
      around.master().send(new Message.Synced(List.of(ALL)));
    }
  }

  // ---- regroup

  private void follow(Trained now, Message.Follow follow) {
    if (course.phase().isTraining()) {
      now.replication().outgoing().followAll(follow.to());
    }
  }

  private void halt(Trained now, Message.Halt halt) {
    if (halt.generation() <= now.generation()) {
      return;
    }
    halting = halt.generation();
    if (course.is(Phase.STANDING) && now.catchUp().isUnderWay() && now.replica().isWhole()) {
      waiting = true;
      Duration patience = now.answer().dividedBy(2);
      around.loop().after(patience, () -> giveUp(halt.generation()));
    } else {
      now.steps().halt(halt.clock());
    }
  }

  /** A newcomer is as far as its teacher once that one has said that it stands too. */
  private void standWhenTaught(Trained now) {
    if (waiting && !now.catchUp().isUnderWay()) {
      waiting = false;
      stood();
    }
  }

  private void giveUp(int generation) {
    if (waiting && halting == generation) {
      waiting = false;
      stood();
    }
  }

  private void stood() {
    trained.ifPresent(now -> now.replication().outgoing().end(halting));
    Optional<Message.Idle> idle = trained.flatMap(now -> now.steps().idle().elapsed());
    around.master().send(new Message.Stood(halting, standing(), idle));
  }

  private void assign(Trained now, Message.Assign assign) {
    if (assign.generation() <= now.generation() || assign.generation() < halting) {
      return;
    }
    int self = around.master().task();
    course.to(Phase.LOADING);
    waiting = false;
    splitsReady = false;
    numbersReady = false;
    if (assign.roster().stream().noneMatch(member -> member.task() == self)) {
      takeLeave(now, assign);
      return;
    }
    if (isCommitted(now, assign)) {
      now.steps().settled();
    }
    now.catchUp().end();
    now.steps().assign(Circle.of(assign, self));
    start(now, assign, self);
    now.batches()
        .assign(
            assign,
            self,
            () -> {
              splitsReady = true;
              ready(now, assign.generation());
            });
  }

  /** Who leaves tells of its last step, if that counts, and waits to be stopped. */
  private void takeLeave(Trained now, Message.Assign assign) {
    if (isCommitted(now, assign)) {
      now.steps().settled();
      now.replica().commit();
    } else {
      now.replica().discard();
    }
    now.batches().flush();
    course.to(Phase.STANDING);
  }

  /** Whether the generation begins with the step that is prepared here. */
  private static boolean isCommitted(Trained now, Message.Assign assign) {
    return assign.start() instanceof Message.Start.Commit
        && now.replica().isPrepared()
        && now.replica().version() == assign.step() - 1;
  }

  private void start(Trained now, Message.Assign assign, int self) {
    int partitions = now.replica().layout().partitions().size();
    now.replication().enter(assign, ReplicaRoles.ofAll(self, assign.roster(), partitions));
    if (assign.goesBack()) {
      now.replication().context().store().keepOnly(_ -> false);
    }
    now.replication()
        .start(
            assign,
            () -> {
              numbersReady = true;
              ready(now, assign.generation());
            });
  }

  private void ready(Trained now, int generation) {
    if (!splitsReady || !numbersReady || !course.is(Phase.LOADING)) {
      return;
    }
    course.to(Phase.READY);
    around.master().send(new Message.Ready(generation));
  }

  private void resume(Trained now, Message.Resume resume) {
    if (resume.generation() == now.generation() && course.is(Phase.READY)) {
      now.steps().resume();
    }
  }

  private void save(Trained now, Message.Save save) {
    now.replication().saving().want(save);
    if (course.is(Phase.READY) || course.is(Phase.IDLE)) {
      now.replication().saving().reached();
    }
  }

  private void stop(int exitCode) {
    trained.ifPresent(now -> now.batches().flush());
    course.to(Phase.ENDED);
    around.end(exitCode);
  }

  // ---- frames

  @Override
  public void frame(Connection from, Header header, ByteBuffer payload) {
    if (trained.isEmpty() || course.is(Phase.ENDED)) {
      return;
    }
    try {
      if (!trained.get().batches().frame(from, header, payload)) {
        hear(trained.get(), from, header, payload);
      }
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | BufferUnderflowException
        | BufferOverflowException e) {
      listener.trouble("task %d makes no sense: %s".formatted(from.peer(), e.getMessage()));
      from.close("it makes no sense: " + e.getMessage());
    }
  }

  private void hear(Trained now, Connection from, Header header, ByteBuffer payload) {
    if (course.is(Phase.STANDING)) {
      learn(now, from, header, payload);
      return;
    }
    boolean current = header.generation() == now.generation();
    OptionalInt place = now.steps().circle().place(from.peer());
    switch (Kind.of(header.kind())) {
      case REDUCE, PREPARED -> {
        if (current && place.isPresent()) {
          now.steps().frame(place.getAsInt(), header, payload);
        }
      }
      case UPDATED -> {
        if (current && now.replication().outgoing().has(from.peer())) {
          now.replication().outgoing().answered(from.peer(), header);
        }
      }
      case SNAPSHOT, UPDATE, UPDATE_KEYED, COMMITTED, REFUSED -> {
        // a teacher that has not heard yet that the lessons are over
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

  /** Only who is in no generation, or was left out of the last, is taught. */
  private void learn(Trained now, Connection from, Header header, ByteBuffer payload) {
    switch (Kind.of(header.kind())) {
      case SNAPSHOT, UPDATE, UPDATE_KEYED, COMMITTED, REFUSED -> {
        now.catchUp().frame(from, header, payload);
        standWhenTaught(now);
      }
      default -> {
        // others of the last generation have not heard yet that it is over
      }
    }
  }

  @Override
  public void lost(int peer, String why) {
    trained.ifPresent(now -> {
      now.batches().lost(peer);
      now.catchUp().lost(peer);
      now.steps().lost(peer, why);
      standWhenTaught(now);
    });
  }

  @Override
  public void leave() {
    leaving = true;
    if (trained.isEmpty()) {
      around.end(Task.STOPPED);
    } else {
      around.master().send(new Message.Leave());
    }
  }
}
