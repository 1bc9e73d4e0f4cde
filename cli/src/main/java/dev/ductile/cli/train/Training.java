package dev.ductile.cli.train;

import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Size;
import dev.ductile.api.Speeds;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.engines.supervision.Settings;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.runtime.Trainer;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.scheduler.CommandAnswer;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.LiveCluster;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.SchedulerParts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A training job in the foreground, on processes of this machine: a live cluster of one node with
 * one job. Keys, signals and other processes send commands to its scheduler; one thread of this
 * class does the rest in order.
 */
public final class Training implements AutoCloseable {
  private static final Duration TICK = Duration.ofMillis(50);
  private static final int MOST_COMMANDS = 100;
  private static final Settings SETTINGS =
      Settings.DEFAULT.with(new Settings.Rhythm(Duration.ofMillis(20), Duration.ofMillis(200)));

  private final TrainingJob job;
  private final ForegroundJob scheduled;
  private final Options options;
  private final Screen screen;
  private final TrainingStatus status;
  private final TrainingDisplay display;
  private final Mailbox mailbox = new Mailbox();
  private final MasterLines<String> lines = new MasterLines<>();
  private final SizeRequests sizes;
  private final Interruption interruption = new Interruption(ForegroundJob.GRACE);
  private Optional<LiveCluster> cluster = Optional.empty();
  private Optional<Outcome> outcome = Optional.empty();
  private Optional<Throwable> fault = Optional.empty();
  private Stop stop = Stop.NONE;

  /** The number of requests to end this process. */
  private enum Stop {
    NONE,
    SAVE,
    KILL
  }

  /**
   * The settings of a run.
   *
   * @param arguments of each of its processes: the file and the settings that replace the file's
   * @param root a folder that has one for each job
   * @param fresh whether the checkpoints of an earlier run are deleted
   * @param environment of its processes
   * @param terminal on which standard error is shown; empty if it is not
   * @param keys whether keys of that terminal steer the job
   */
  public record Options(
      List<String> arguments,
      RescaleMode rescaleMode,
      Path root,
      boolean fresh,
      Map<String, String> environment,
      Optional<TerminalSize> terminal,
      boolean keys) {}

  /** The end of a run. */
  public enum End {
    DONE,
    STOPPED,
    UNSAVED,
    KILLED,
    FAILED
  }

  /**
   * The result of a run.
   *
   * @param why empty if the end needs no explanation
   * @param status the last status of the job
   * @param start the time until it began to train; empty if it never did
   */
  public record Outcome(
      End end, String why, TrainingStatus status, Duration time, Optional<Duration> start) {}

  /** A job that is started by {@link #run}. */
  public Training(TrainingJob job, Options options, Consumer<String> out) {
    this.job = job;
    this.options = options;
    this.scheduled = new ForegroundJob(job, options.arguments(), options.rescaleMode());
    this.status =
        new TrainingStatus(scheduled.id(), new SpeedMeasurements(!job.size().isAllReduce()));
    this.display = new TrainingDisplay(status);
    this.screen = new Screen(out, options.terminal(), System.nanoTime());
    this.sizes = new SizeRequests(job, status, this::scale, mailbox, this::tell);
  }

  /** Runs it to its end. A signal that ends this process waits for {@link #close}. */
  public Outcome run() throws IOException {
    long start = System.nanoTime();
    ControlFolder folder = ControlFolder.of(options.environment());
    try (var _ = ControlServer.open(folder, job.name(), this::requested)) {
      new JobFolder(options.root().resolve(job.name())).prepare(options.fresh());
      train();
    }
    fault.ifPresent(why -> {
      throw new IllegalStateException("the scheduler of job %s failed".formatted(job.name()), why);
    });
    return outcome.map(end -> timed(end, start)).orElseThrow();
  }

  private void train() throws IOException {
    try (screen;
        Closing _ = mailbox::drain;
        var live = cluster();
        var _ = keyboard()) {
      cluster = Optional.of(live);
      interruption.whenRequested(() -> mailbox.execute(this::stop));
      interruption.whenRepeated(() -> mailbox.execute(this::stop));
      interruption.listen();
      var _ = live.start().whenCompleteAsync((_, thrown) -> schedulerEnded(thrown), mailbox);
      var _ = live.send(scheduled.submission());
      while (outcome.isEmpty() && fault.isEmpty()) {
        mailbox.work(TICK);
        read();
        screen.show(display, System.nanoTime());
      }
      status.heldOut().ifPresent(figures -> tell(figures.sentence()));
      sizes.close("job %s has ended".formatted(job.name()));
    }
  }

  private LiveCluster cluster() throws IOException {
    LocalEngine engine = engine();
    SchedulerParts parts =
        SchedulerParts.of(AskedSizePolicy.installed(), engine, engine, new Ledger(Speeds.NONE))
            .withObserver(
                new SchedulerObserver() {
                  @Override
                  public void happened(Event event) {
                    mailbox.execute(() -> take(event));
                  }
                });
    return new LiveCluster(parts, Controls.none().policies(), MOST_COMMANDS);
  }

  private LocalEngine engine() throws IOException {
    return new LocalEngine(
        List.of(ForegroundJob.node()),
        options.root(),
        options.environment(),
        SETTINGS,
        new SteadyTime(),
        note -> mailbox.execute(() -> tell(note)),
        (_, line) -> lines.add(line));
  }

  private Closing keyboard() throws IOException {
    if (!options.keys()) {
      return () -> {};
    }
    return Keyboard.listen(System.in, key -> mailbox.execute(() -> pressed(key)))::close;
  }

  /** A resource that closes without an exception. */
  private interface Closing extends AutoCloseable {
    @Override
    void close();
  }

  private static Outcome timed(Outcome end, long start) {
    OptionalLong begun = end.status().begun();
    return new Outcome(
        end.end(),
        end.why(),
        end.status(),
        Duration.ofNanos(System.nanoTime() - start),
        begun.isPresent()
            ? Optional.of(Duration.ofNanos(begun.getAsLong() - start))
            : Optional.empty());
  }

  private void schedulerEnded(@Nullable Throwable thrown) {
    fault = Optional.ofNullable(thrown);
  }

  private void read() {
    for (String line : lines.take()) {
      StatusLine.warning(line).filter(status::warned).ifPresent(this::tell);
      StatusLine.of(line).ifPresent(this::take);
    }
  }

  private void take(StatusLine line) {
    boolean first = status.firstStep().isEmpty();
    status.take(line, System.nanoTime());
    if (first && line.step() > 0) {
      tell("resumes from step %,d".formatted(line.step()));
    }
    if (first && status.firstStep().isPresent()) {
      sizes.begin();
    }
  }

  /** An event comes after the lines that the master printed before it. */
  private void take(Event event) {
    read();
    status.happened(event);
    switch (event) {
      case Event.Rescaled rescaled -> tell(sentence(rescaled));
      case Event.Finished _ -> end(End.DONE, "");
      case Event.Cancelled cancelled -> end(End.KILLED, cancelled.why());
      case Event.Failed failed -> end(End.FAILED, failed.why());
      case Event.Crashed crashed ->
          tell("crashed, and resumes from its checkpoint: " + crashed.why());
      case Event.OfNode _,
          Event.Setting _,
          Event.Decided _,
          Event.Accepted _,
          Event.Running _,
          Event.Progressed _,
          Event.Released _,
          Event.Unknown _ -> {}
    }
    sizes.happened(event);
    status.stoppedAt().ifPresent(this::stopped);
  }

  private static String sentence(Event.Rescaled event) {
    String size = JobText.words(event.to().workers(), event.to().servers());
    return "%s now, after a pause of %s".formatted(size, JobText.millis(event.pause()));
  }

  private void stopped(long saved) {
    Optional<String> lost = status.unsaved(saved);
    End end = lost.isPresent() ? End.UNSAVED : End.STOPPED;
    end(stop == Stop.KILL ? End.KILLED : end, lost.orElse(""));
  }

  private CompletableFuture<Reply> requested(SizeChange change) {
    var reply = new CompletableFuture<Reply>();
    mailbox.execute(() -> sizes.add(change::of, reply::complete));
    return reply;
  }

  private CompletableFuture<CommandAnswer> scale(Size size) {
    return send(new Command.Scale(scheduled.id(), size));
  }

  private CompletableFuture<CommandAnswer> send(Command command) {
    return cluster
        .map(live -> live.send(command))
        .orElseGet(() ->
            CompletableFuture.completedFuture(
                new CommandAnswer.Refused("job %s is not submitted yet".formatted(job.name()))));
  }

  /** The first time the job saves and stops; the second time its tasks are killed. */
  private void stop() {
    switch (stop) {
      case NONE -> {
        stop = Stop.SAVE;
        sizes.close("job %s is about to stop".formatted(job.name()));
        tell("saves and stops; once more kills");
        var _ = send(new Command.Hold(scheduled.id(), "its user stopped it"));
      }
      case SAVE -> {
        stop = Stop.KILL;
        tell("killed");
        var _ = send(new Command.Cancel(scheduled.id(), "its user killed it"));
        killTasks();
      }
      case KILL -> {}
    }
  }

  /** The guard of the tasks and the keeper of the terminal live on, to tidy up. */
  private static void killTasks() {
    ProcessHandle.current()
        .descendants()
        .filter(process -> process.info().commandLine().orElse("").contains(Trainer.PROGRAM))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private void pressed(int key) {
    switch (key) {
      case '+', '=' -> step(1, 0);
      case '-', '_' -> step(-1, 0);
      case ']' -> step(0, 1);
      case '[' -> step(0, -1);
      case 'q', 'Q', Keyboard.CTRL_C -> stop();
      default -> {}
    }
  }

  private void step(int workers, int servers) {
    UnaryOperator<Size> change =
        size ->
            new Size(Math.max(0, size.workers() + workers), Math.max(0, size.servers() + servers));
    sizes.add(change, _ -> {});
  }

  /** Lets this process end: all output is written. */
  @Override
  public void close() {
    interruption.close();
  }

  private void end(End how, String why) {
    outcome = outcome.or(() -> Optional.of(outcome(how, why)));
  }

  private Outcome outcome(End how, String why) {
    return new Outcome(how, why, status, Duration.ZERO, Optional.empty());
  }

  private void tell(String news) {
    screen.tell(news, System.nanoTime());
  }
}
