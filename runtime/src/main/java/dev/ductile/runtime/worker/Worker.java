package dev.ductile.runtime.worker;

import dev.ductile.runtime.data.SplitSource;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.learn.Model;
import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.protocol.Standing;
import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.task.Part;
import dev.ductile.runtime.task.Task;
import dev.ductile.runtime.wire.Connection;
import dev.ductile.runtime.wire.Header;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** A worker of a job with servers: it hears the master, and lets steps be made. */
public final class Worker implements Part {
  private final Task.Surroundings around;
  private final Craft craft;
  private final Listener listener;
  private final Course course = new Course();
  private Optional<Trained> trained = Optional.empty();
  private int halting;
  private boolean leaving;

  /** What a worker knows of learning. */
  public interface Craft {
    Model model(TrainingJob job);

    SplitSource source(TrainingJob job);
  }

  /** What is told to whoever prints it. */
  public interface Listener {
    /** A step is over. */
    void step(StepReport report);

    /** Something went wrong, and is tried otherwise. */
    void trouble(String what);
  }

  /** What there is once the job is known. */
  private record Trained(SplitStore store, Steps steps, Reports reports) {}

  public Worker(Task.Surroundings around, Craft craft, Listener listener) {
    this.around = around;
    this.craft = craft;
    this.listener = listener;
  }

  @Override
  public Standing standing() {
    return trained.map(this::standing).orElse(Standing.NONE);
  }

  private Standing standing(Trained now) {
    return new Standing(
        now.steps().membership().generation(),
        now.steps().step(),
        List.of(),
        now.store().holdings(),
        now.steps().cursors());
  }

  @Override
  public void hear(Message message) {
    switch (message) {
      case Message.Welcome(int _, TrainingJob job) -> welcome(job);
      case Message.Stop(int exitCode, String _) -> stop(exitCode);
      case Message.Fetch fetch ->
          trained.ifPresent(now -> now.store().fetch(fetch.splits(), fetch.from()));
      case Message.Halt halt -> trained.ifPresent(now -> halt(now, halt));
      case Message.Assign assign -> trained.ifPresent(now -> assign(now, assign));
      case Message.Resume resume -> trained.ifPresent(now -> resume(now, resume));
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
          Message.Broken _,
          Message.Follow _,
          Message.Save _ ->
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
    var reports = new Reports(around.loop(), this::tell);
    var store =
        new SplitStore(
            around.loop(),
            around.place().directory(),
            Datasets.name(job),
            new Origin(around.loop(), () -> craft.source(job)),
            member -> around.peers().to(member),
            new Told());
    var steps = new Steps(around, job, craft.model(job), store, course, reports, this::stood);
    if (!store.holdings().isEmpty()) {
      around.master().send(new Message.Fetched(store.holdings()));
    }
    return new Trained(store, steps, reports);
  }

  private void tell(Message.Progress progress) {
    around.master().send(progress);
    around.loop().execute(() -> progress.steps().forEach(listener::step));
  }

  private void halt(Trained now, Message.Halt halt) {
    if (halt.generation() > now.steps().membership().generation()) {
      halting = halt.generation();
      now.steps().halt(halt.clock());
    }
  }

  private void stood() {
    Optional<Message.Idle> idle = trained.flatMap(now -> now.steps().idle().elapsed());
    around.master().send(new Message.Stood(halting, standing(), idle));
  }

  private void assign(Trained now, Message.Assign assign) {
    if (assign.generation() <= now.steps().membership().generation()
        || assign.generation() < halting) {
      return;
    }
    var next = Membership.of(assign, around.master().task());
    course.to(Phase.LOADING);
    now.steps().assign(assign, next);
    now.store().activate(next.splits(), () -> ready(next.generation()));
  }

  private void ready(int generation) {
    if (course.is(Phase.LOADING)) {
      course.to(Phase.READY);
      around.master().send(new Message.Ready(generation));
    }
  }

  private void resume(Trained now, Message.Resume resume) {
    boolean mine = resume.generation() == now.steps().membership().generation();
    if (mine && course.is(Phase.READY)) {
      now.steps().resume();
    }
  }

  private void stop(int exitCode) {
    trained.ifPresent(now -> now.reports().flush());
    course.to(Phase.ENDED);
    around.end(exitCode);
  }

  @Override
  public void frame(Connection from, Header header, ByteBuffer payload) {
    if (trained.isEmpty() || course.is(Phase.ENDED)) {
      return;
    }
    hear(trained.get(), from, header, payload);
  }

  private static void hear(Trained now, Connection from, Header header, ByteBuffer payload) {
    boolean current = header.generation() == now.steps().membership().generation();
    switch (Kind.of(header.kind())) {
      case VALUES, ACCEPTED, FIGURES -> {
        if (current) {
          now.steps().values(from, header, payload);
        }
      }
      case PREPARED -> {
        if (current) {
          now.steps().prepared(from, header, payload);
        }
      }
      case HURRY -> {
        if (current) {
          now.steps().hurry(header);
        }
      }
      case GET_SPLIT -> now.store().serve(from, header.partition());
      case SPLIT -> now.store().take(from, header, payload);
      case REFUSED -> {}
      case HELLO,
          CONTROL,
          PULL,
          PUSH,
          PUSH_KEYED,
          PUSHED,
          COMMIT,
          SNAPSHOT,
          UPDATE,
          UPDATE_KEYED,
          UPDATED,
          COMMITTED,
          REDUCE ->
          throw new IllegalArgumentException("not for a worker with servers: " + header);
    }
  }

  @Override
  public void lost(int peer, String why) {
    trained.ifPresent(now -> {
      now.store().lost(peer);
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

  private final class Told implements SplitStore.Listener {
    @Override
    public void arrived(List<Standing.Holding> splits) {
      around.master().send(new Message.Fetched(splits));
    }

    @Override
    public void trouble(String what) {
      listener.trouble(what);
    }

    @Override
    public void broken(Message.Fault fault, String why) {
      around.master().send(new Message.Broken(fault, why));
    }
  }
}
