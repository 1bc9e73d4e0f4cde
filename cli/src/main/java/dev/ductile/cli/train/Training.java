package dev.ductile.cli.train;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Mechanism;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Order;
import dev.ductile.api.Program;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.engines.supervision.Settings;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.runtime.Trainer;
import dev.ductile.runtime.job.TrainingJob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A training job in the foreground, on processes of this machine. */
public final class Training implements AutoCloseable {
  private static final String CPU = "cpu";
  private static final NodeId HERE = new NodeId("this-machine");
  private static final Duration TICK = Duration.ofMillis(50);
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final Duration STALL = Duration.ofMinutes(10);
  private static final int RESTARTS = 3;
  private static final double ENDLESS = 1e12;
  private static final Settings SETTINGS =
      Settings.DEFAULT.with(new Settings.Rhythm(Duration.ofMillis(20), Duration.ofMillis(200)));

  private final TrainingJob job;
  private final Options options;
  private final Screen screen;
  private final Story story;
  private final JobId id;
  private final Queue<Wish> wishes = new ConcurrentLinkedQueue<>();
  private final Waiting waiting;
  private final MasterLines lines = new MasterLines();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread interruption = new Thread(this::interrupt, "stop");
  private Optional<Outcome> outcome = Optional.empty();
  private long revision;
  private boolean stopping;

  /**
   * How the job is to be run.
   *
   * @param arguments of each of its processes: the file and what is set over it
   * @param root a folder that has one for each job
   * @param fresh whether what an earlier run has saved is deleted
   * @param environment what its processes find in theirs
   * @param keys whether somebody at a terminal steers it
   */
  public record Options(
      List<String> arguments,
      Mechanism mechanism,
      Path root,
      boolean fresh,
      Map<String, String> environment,
      boolean watched,
      boolean keys) {}

  /** How it ended. */
  public enum End {
    DONE,
    STOPPED,
    UNSAVED,
    KILLED,
    FAILED
  }

  /**
   * How it ended.
   *
   * @param why where that is no matter of course
   * @param story what was seen of it
   * @param start how long until it began to train; empty if it never did
   */
  public record Outcome(
      End end, String why, Story story, Duration time, Optional<Duration> start) {}

  /** A job that is started by {@link #run}. */
  public Training(TrainingJob job, Options options, Consumer<String> out) {
    this.job = job;
    this.options = options;
    this.id = new JobId(job.name());
    var size = new Size(job.size().workers(), job.size().servers());
    this.story = new Story(job.name(), size, new SpeedSheet(!job.size().isAllReduce()));
    this.waiting = new Waiting(job.name());
    this.screen = new Screen(out, options.watched(), System.nanoTime());
  }

  /**
   * Runs it to its end, whatever that is. Whoever asks this process to end then waits for {@link
   * #close}.
   */
  public Outcome run() throws IOException {
    long start = System.nanoTime();
    try (var _ =
        ControlDoor.open(ControlFolder.of(options.environment()), job.name(), wishes::add)) {
      new Models(options.root().resolve(job.name())).prepare(options.fresh());
      train();
    }
    return outcome.map(end -> timed(end, start)).orElseThrow();
  }

  private void train() throws IOException {
    try (screen;
        var engine = engine();
        var _ = keyboard()) {
      Runtime.getRuntime().addShutdownHook(interruption);
      order(engine, where(story.wanted()));
      while (outcome.isEmpty()) {
        engine.sleepUntil(engine.instant().plus(TICK));
        List<Event> events = engine.poll();
        read();
        events.forEach(event -> hear(event, engine));
        waiting.look(story, System.nanoTime());
        grantAll(engine);
        screen.show(story, System.nanoTime());
      }
      story.heldOut().ifPresent(figures -> tell(figures.sentence()));
      refuseAll("job %s has ended".formatted(job.name()));
    }
  }

  private static Outcome timed(Outcome end, long start) {
    OptionalLong begun = end.story().begun();
    return new Outcome(
        end.end(),
        end.why(),
        end.story(),
        Duration.ofNanos(System.nanoTime() - start),
        begun.isPresent()
            ? Optional.of(Duration.ofNanos(begun.getAsLong() - start))
            : Optional.empty());
  }

  private LocalEngine engine() throws IOException {
    var room = Resources.of(Map.of(CPU, (double) SizeCheck.MOST_TASKS));
    return new LocalEngine(
        List.of(new Node(HERE, room)),
        options.root(),
        options.environment(),
        SETTINGS,
        new SteadyTime(),
        this::tell,
        (_, line) -> lines.heard(line));
  }

  private Closing keyboard() throws IOException {
    if (!options.keys()) {
      return () -> {};
    }
    return Keyboard.listen(System.in, this::pressed)::close;
  }

  /** Something that is closed without trouble. */
  private interface Closing extends AutoCloseable {
    @Override
    void close();
  }

  private JobSpec spec() {
    Resources one = Resources.of(Map.of(CPU, 1.0));
    boolean servers = !job.size().isAllReduce();
    var bounds =
        new Bounds(
            Range.between(1, SizeCheck.MOST_TASKS),
            servers ? Range.between(1, SizeCheck.MOST_TASKS) : Range.ZERO);
    var program =
        new Program(
            Trainer.command(
                Stream.concat(Stream.of(Trainer.WORD), options.arguments().stream()).toList()),
            Map.of(),
            "",
            "",
            GRACE,
            STALL,
            RESTARTS);
    double steps = job.stop().steps().map(Long::doubleValue).orElse(ENDLESS);
    return JobSpec.of(id, new Demand(one, one, Resources.NONE), bounds, Work.steps(steps))
        .withMechanism(options.mechanism())
        .withProgram(program);
  }

  private void order(LocalEngine engine, Allocation target) {
    engine.apply(new Order(++revision, spec(), target));
  }

  private static Allocation where(Size size) {
    return size.isNone() ? Allocation.NONE : Allocation.on(HERE, size);
  }

  private void read() {
    for (String line : lines.take()) {
      StatusLine.warning(line).filter(story::warned).ifPresent(this::tell);
      StatusLine.of(line)
          .ifPresent(status -> {
            boolean first = story.firstStep().isEmpty();
            story.heard(status, System.nanoTime());
            if (first && status.step() > 0) {
              tell("goes on from step %,d".formatted(status.step()));
            }
          });
    }
  }

  private void hear(Event event, LocalEngine engine) {
    switch (event) {
      case Event.Rescaled rescaled -> rescaled(rescaled);
      case Event.Running _ -> {
        if (!story.isRunning()) {
          story.phase("running");
        }
      }
      case Event.Finished _ -> end(End.DONE, "");
      case Event.Released released -> released(released);
      case Event.Cancelled cancelled -> end(End.KILLED, cancelled.why());
      case Event.Failed failed -> end(End.FAILED, failed.why());
      case Event.Crashed crashed -> {
        story.crashed();
        tell("crashed, and goes on from its checkpoint: " + crashed.why());
        if (crashed.revision() == revision) {
          order(engine, where(stopping ? Size.NONE : story.wanted()));
        }
      }
      case Event.OfNode _,
          Event.Setting _,
          Event.Decided _,
          Event.Accepted _,
          Event.Progressed _,
          Event.Unknown _ -> {}
    }
  }

  private void released(Event.Released event) {
    if (event.revision() < revision) {
      return;
    }
    Optional<String> lost = story.unsaved((long) event.steps());
    End stopped = lost.isPresent() ? End.UNSAVED : End.STOPPED;
    end(stopping ? stopped : End.KILLED, lost.orElse(""));
  }

  private void rescaled(Event.Rescaled event) {
    story.resized(event.to(), event.pause());
    tell(
        "%s now, after a pause of %s"
            .formatted(
                Screen.words(event.to().workers(), event.to().servers()),
                Screen.millis(event.pause())));
    waiting.rescaled(event);
  }

  /** What has not begun has no size to change: until then only the wish to stop is heard. */
  private void grantAll(LocalEngine engine) {
    boolean begun = story.firstStep().isPresent();
    for (Wish wish : List.copyOf(wishes)) {
      if (begun || wish instanceof Wish.Stop) {
        wishes.remove(wish);
        grant(wish, engine);
      }
    }
  }

  private void grant(Wish wish, LocalEngine engine) {
    Size now = story.wanted();
    switch (wish) {
      case Wish.Stop _ -> stop(engine);
      case Wish.Nudge(int workers, int servers) ->
          resize(
              new Size(Math.max(0, now.workers() + workers), Math.max(0, now.servers() + servers)),
              _ -> {},
              engine);
      case Wish.Resize(var workers, var servers, var reply) ->
          resize(
              new Size(workers.orElse(now.workers()), servers.orElse(now.servers())),
              reply,
              engine);
    }
  }

  private void resize(Size to, Consumer<Reply> reply, LocalEngine engine) {
    Size from = story.wanted();
    Optional<String> refusal =
        stopping
            ? Optional.of("job %s is about to stop".formatted(job.name()))
            : SizeCheck.refusal(job, to);
    if (refusal.isPresent()) {
      reply.accept(new Reply.Refused(refusal.get()));
    } else if (to.equals(from) && to.equals(story.size())) {
      reply.accept(new Reply.Resized(job.name(), from.toString(), to.toString(), 0));
    } else {
      waiting.refuseAll("overtaken by another wish: " + to);
      waiting.add(story, to, reply);
      tell("%s wanted".formatted(Screen.words(to.workers(), to.servers())));
      story.wants(to);
      order(engine, where(to));
    }
  }

  private void stop(LocalEngine engine) {
    if (stopping) {
      tell("killed");
      killTasks();
      end(End.KILLED, "");
    } else {
      stopping = true;
      story.phase("saving");
      tell("saves and stops; once more kills");
      order(engine, Allocation.NONE);
    }
  }

  /** Who guards the tasks, and who keeps the terminal, must live to tidy up. */
  private static void killTasks() {
    ProcessHandle.current()
        .descendants()
        .filter(process -> process.info().commandLine().orElse("").contains(Trainer.PROGRAM))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private void pressed(int key) {
    switch (key) {
      case '+', '=' -> wishes.add(new Wish.Nudge(1, 0));
      case '-', '_' -> wishes.add(new Wish.Nudge(-1, 0));
      case ']' -> wishes.add(new Wish.Nudge(0, 1));
      case '[' -> wishes.add(new Wish.Nudge(0, -1));
      case 'q', 'Q', Keyboard.CTRL_C -> wishes.add(new Wish.Stop());
      default -> {}
    }
  }

  /** This process is asked to end: it does so when the job is saved. */
  private void interrupt() {
    wishes.add(new Wish.Stop());
    try {
      over.await(GRACE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** All is told: this process may end. */
  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(interruption);
    } catch (IllegalStateException _) {
      // it is running: this process is about to end
    }
  }

  private void end(End how, String why) {
    outcome = Optional.of(new Outcome(how, why, story, Duration.ZERO, Optional.empty()));
  }

  private void refuseAll(String why) {
    waiting.refuseAll(why);
    for (Wish wish : wishes) {
      if (wish instanceof Wish.Resize resize) {
        resize.reply().accept(new Reply.Refused(why));
      }
    }
  }

  private void tell(String news) {
    screen.tell(news, System.nanoTime());
  }
}
