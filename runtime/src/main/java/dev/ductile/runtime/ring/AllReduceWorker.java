package dev.ductile.runtime.ring;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.learn.Model;
import dev.ductile.runtime.learn.Optimizers;
import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.protocol.Standing;
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
      Replica replica,
      Newcomers newcomers,
      Lessons lessons,
      Saves saves,
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
    Replica replica = now.replica();
    List<Standing.Held> held =
        replica.isWhole()
            ? List.of(new Standing.Held(ALL, replica.version(), replica.isPrepared()))
            : List.of();
    int generation = Math.max(now.generation(), now.lessons().generation());
    return new Standing(generation, replica.version(), held, now.batches().holdings(), List.of());
  }

  @Override
  public void hear(Message message) {
    switch (message) {
      case Message.Welcome(int task, TrainingJob job) -> welcome(task, job);
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

  private void welcome(int task, TrainingJob job) {
    if (trained.isEmpty()) {
      trained = Optional.of(begin(job));
      course.to(Phase.STANDING);
    }
    trained.ifPresent(now -> now.lessons().begin(task));
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
    var replica =
        new Replica(
            model,
            Optimizers.of(job.optimizer(), job.model(), model),
            Optimizers.pulled(job.optimizer()));
    var newcomers = new Newcomers(replica, member -> around.peers().to(member));
    var lessons = new Lessons(replica);
    var saves = new Saves(around, replica, job.optimizer(), listener::trouble);
    var steps =
        new Steps(around, model.tensors(), batches, replica, newcomers, course, saves, this::stood);
    return new Trained(batches, replica, newcomers, lessons, saves, steps, job.faults().answer());
  }

  /** For tests. */
  Replica replica() {
    return trained.orElseThrow().replica();
  }

  // ---- regroup

  private void follow(Trained now, Message.Follow follow) {
    if (course.phase().isTraining()) {
      now.newcomers().add(follow.to());
    }
  }

  private void halt(Trained now, Message.Halt halt) {
    if (halt.generation() <= now.generation()) {
      return;
    }
    halting = halt.generation();
    if (course.is(Phase.STANDING) && now.lessons().isTaught() && now.lessons().isComplete()) {
      waiting = true;
      Duration patience = now.answer().dividedBy(2);
      around.loop().after(patience, () -> giveUp(halt.generation()));
    } else {
      now.steps().halt(halt.clock());
    }
  }

  /** A newcomer is as far as its teacher once that one has said that it stands too. */
  private void standWhenTaught(Trained now) {
    if (waiting && !now.lessons().isTaught()) {
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
    trained.ifPresent(now -> now.newcomers().end(halting));
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
    now.saves().begin();
    if (assign.roster().stream().noneMatch(member -> member.task() == self)) {
      takeLeave(now, assign);
      return;
    }
    start(now, assign);
    now.steps().assign(assign, Circle.of(assign, self));
    now.newcomers().begin(assign.generation(), self);
    now.lessons().begin(self);
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
    if (assign.start() instanceof Message.Start.Commit) {
      settle(now, assign);
    }
    now.replica().discard();
    now.batches().flush();
    course.to(Phase.STANDING);
  }

  private static void settle(Trained now, Message.Assign assign) {
    if (now.replica().isPrepared() && now.replica().version() == assign.step() - 1) {
      now.steps().settled();
    }
  }

  private void start(Trained now, Message.Assign assign) {
    Replica replica = now.replica();
    switch (assign.start()) {
      case Message.Start.Commit() -> {
        settle(now, assign);
        numbersReady = true;
      }
      case Message.Start.Discard() -> numbersReady = true;
      case Message.Start.Fresh() -> {
        replica.begin(assign.step());
        numbersReady = true;
      }
      case Message.Start.Restore(String directory) ->
          now.saves()
              .load(
                  assign.generation(),
                  around.place().path(directory),
                  assign.step(),
                  () -> {
                    numbersReady = true;
                    ready(now, assign.generation());
                  });
    }
    replica.discard();
  }

  private void ready(Trained now, int generation) {
    if (!splitsReady || !numbersReady || !course.is(Phase.LOADING)) {
      return;
    }
    Replica replica = now.replica();
    if (!replica.isWhole() || replica.version() != now.steps().step()) {
      throw new IllegalStateException(
          "step %d is next, and the parameters are %s at version %d"
              .formatted(
                  now.steps().step(),
                  replica.isWhole() ? "whole" : "not whole",
                  replica.version()));
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
    now.saves().want(save);
    if (course.is(Phase.READY) || course.is(Phase.IDLE)) {
      now.saves().reached();
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
        if (current && now.newcomers().has(from.peer())) {
          now.steps().answered(from.peer());
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
      case SNAPSHOT, UPDATE, UPDATE_KEYED, PREPARED, COMMITTED, REFUSED -> {
        boolean before = now.lessons().isComplete();
        now.lessons().frame(from.peer(), from::send, header, payload);
        if (!before && now.lessons().isComplete()) {
          around.master().send(new Message.Synced(List.of(ALL)));
        }
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
      now.lessons().lost(peer);
      standWhenTaught(now);
      now.steps().lost(peer, why);
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
