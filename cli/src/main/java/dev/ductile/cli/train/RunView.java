package dev.ductile.cli.train;

import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.RescaleMode;
import dev.ductile.engines.supervision.ProgressFormat;
import dev.ductile.engines.supervision.ProgressReport;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The view of a run with real processes: a line for each event, and on a terminal a table of the
 * jobs below them. The scheduler and the engine call it on their own threads; a further thread
 * redraws it.
 */
public final class RunView implements SchedulerObserver, AutoCloseable {
  private static final Duration TICK = Duration.ofMillis(100);

  private final LongSupplier clock;
  private final Screen screen;
  private final Map<JobId, TrainingStatus> jobs = new LinkedHashMap<>();
  private final Map<JobId, ProgressFormat> formats = new HashMap<>();
  private final Map<JobId, String> ended = new HashMap<>();
  private final MasterLines<Line> lines = new MasterLines<>();
  private Instant first = Instant.MAX;
  private volatile boolean closed;

  private record Line(JobId job, String text) {}

  /**
   * A job that was stopped with the run.
   *
   * @param lost a sentence if its newest steps are not saved
   */
  public record SavedJob(String job, long saved, Optional<String> lost) {}

  /**
   * A job whose tasks were killed before all of them had stopped.
   *
   * @param step its newest step
   * @param saved its newest step that is surely saved; empty if no line of the job has it
   */
  public record KilledJob(String job, long step, OptionalLong saved) {}

  /**
   * A view without jobs.
   *
   * @param out takes text with its line ends
   * @param terminal that shows it; empty if no terminal does
   * @param clock a monotonic clock, in nanoseconds
   */
  public RunView(Consumer<String> out, Optional<TerminalSize> terminal, LongSupplier clock) {
    this.clock = clock;
    this.screen = new Screen(out, terminal, clock.getAsLong());
  }

  /** Begins to redraw it, until it is closed. */
  public void start() {
    Thread.ofPlatform()
        .daemon()
        .name("view")
        .start(() -> {
          while (!closed) {
            tick();
            LockSupport.parkNanos(TICK.toNanos());
          }
        });
  }

  /** Adds a line above the table. */
  public synchronized void print(String line) {
    screen.print(line);
  }

  /** Takes a line that the master of a job prints, or worker 0 of another. */
  public void printed(JobId job, String line) {
    lines.add(new Line(job, line));
  }

  /** An event of an earlier command is no different from one of this command. */
  @Override
  public synchronized void happened(Event event) {
    first = event.at().isBefore(first) ? event.at() : first;
    screen.startsAt(clock.getAsLong() - Duration.between(first, event.at()).toNanos());
    if (event instanceof Event.OfJob ofJob) {
      if (ofJob instanceof Event.Submitted submitted) {
        jobs.putIfAbsent(
            submitted.job(), new TrainingStatus(submitted.job(), new SpeedMeasurements(true)));
        formats.putIfAbsent(
            submitted.job(), ProgressFormat.of(submitted.spec().program().progress()));
      }
      if (ofJob instanceof Event.Crashed
          || ofJob instanceof Event.Released
          || ofJob instanceof Event.Ended) {
        takeLines(clock.getAsLong()); // they are of the tasks that have ended
      }
      Optional.ofNullable(jobs.get(ofJob.job())).ifPresent(status -> status.happened(event));
      if (endsTasks(ofJob)) {
        formats.computeIfPresent(ofJob.job(), (job, old) -> format(job).orElse(old));
      }
      if (ofJob instanceof Event.Ended) {
        Optional.ofNullable(jobs.remove(ofJob.job()))
            .flatMap(RunView::figures)
            .ifPresent(figures -> ended.put(ofJob.job(), figures));
        formats.remove(ofJob.job());
      }
    }
  }

  /** Takes in the lines that have come, and shows the jobs if it is time. */
  synchronized void tick() {
    if (closed) {
      return;
    }
    long now = clock.getAsLong();
    takeLines(now);
    screen.show(new JobsDisplay(jobs.values()), now);
  }

  /** The last step and loss of a job that has ended, if it has reported some. */
  public synchronized Optional<String> lastFigures(JobId job) {
    return Optional.ofNullable(ended.remove(job));
  }

  private static Optional<String> figures(TrainingStatus status) {
    String loss =
        status.loss().isPresent() ? ", loss " + JobText.figure(status.loss().getAsDouble()) : "";
    return status.step() > 0
        ? Optional.of("step %s%s".formatted(JobText.steps(status), loss))
        : Optional.empty();
  }

  private void takeLines(long now) {
    for (Line line : lines.take()) {
      Optional.ofNullable(jobs.get(line.job()))
          .ifPresent(status -> status(line).ifPresent(news -> status.take(news, now)));
    }
  }

  /** Whether later lines of the job are of new tasks, which count their steps anew. */
  private boolean endsTasks(Event.OfJob event) {
    return event instanceof Event.Crashed
        || event instanceof Event.Released
        || (event instanceof Event.Rescaled && !isHot(event.job()));
  }

  private Optional<Job> scheduled(JobId job) {
    return Optional.ofNullable(jobs.get(job)).flatMap(TrainingStatus::scheduled);
  }

  private boolean isHot(JobId job) {
    return scheduled(job)
        .filter(known -> known.spec().rescaleMode() == RescaleMode.HOT)
        .isPresent();
  }

  private Optional<ProgressFormat> format(JobId job) {
    return scheduled(job).map(known -> ProgressFormat.of(known.spec().program().progress()));
  }

  private Optional<StatusLine> status(Line line) {
    return StatusLine.of(line.text().strip())
        .or(() ->
            Optional.ofNullable(formats.get(line.job()))
                .flatMap(format -> format.read(line.text()))
                .map(RunView::status));
  }

  private static StatusLine status(ProgressReport report) {
    return new StatusLine(
        (long) report.step(),
        report.loss(),
        OptionalLong.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        0,
        Optional.empty(),
        "");
  }

  /** Whether every job that is not over was stopped by its user and has no tasks any more. */
  public synchronized boolean isStopped() {
    return jobs.values().stream().allMatch(status -> status.stoppedAt().isPresent());
  }

  /** The jobs that are not over, after they were stopped. */
  public synchronized List<SavedJob> saved() {
    return jobs.values().stream().map(RunView::saved).toList();
  }

  private static SavedJob saved(TrainingStatus status) {
    OptionalLong stopped = status.stoppedAt();
    if (stopped.isEmpty()) {
      return new SavedJob(
          status.job(), 0, Optional.of("has not stopped in time; it resumes from its checkpoint"));
    }
    long step = stopped.getAsLong();
    return new SavedJob(status.job(), step, status.unsaved(step));
  }

  /** The jobs that are not over when all tasks are killed. */
  public synchronized List<KilledJob> killed() {
    return jobs.values().stream()
        .map(status ->
            new KilledJob(
                status.job(),
                status.step(),
                status.stoppedAt().isPresent() ? status.stoppedAt() : status.checkpoint()))
        .toList();
  }

  /** Removes the table and ends its thread; lines can still be printed. */
  @Override
  public synchronized void close() {
    closed = true;
    screen.close();
  }
}
