package dev.ductile.cli.train;

import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.scheduler.Ledger;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The status of a running job as it is displayed: a fold over the lines that its master prints, or
 * worker 0 of a job without one, and over the events of its scheduler. Sizes that are ordered, and
 * whether the job has them, are read from a ledger of those events.
 */
public final class TrainingStatus {
  private static final int MOST_LOSSES = 4_096;
  private static final int MOST_WARNINGS = 100;

  /** Work of so many steps stands for a job that ends by another rule. */
  private static final long ENDLESS = 1_000_000_000_000L;

  /** A master prints a line about twice a second. */
  private static final long SILENCE_NANOS = 5_000_000_000L;

  private static final long WINDOW_NANOS = 3_000_000_000L;

  /** A speed over less time would be wrong by much. */
  private static final long LEAST_NANOS = 400_000_000L;

  private final JobId id;
  private final Ledger ledger = new Ledger(_ -> Speed.UNKNOWN);
  private final SpeedMeasurements speeds;
  private final List<Duration> pauses = new ArrayList<>();
  private final List<Double> losses = new ArrayList<>();
  private final Set<String> warnings = new LinkedHashSet<>();
  private final Deque<Mark> window = new ArrayDeque<>();
  private Size size = Size.NONE;
  private long step;
  private OptionalLong firstStep = OptionalLong.empty();
  private OptionalLong begun = OptionalLong.empty();
  private OptionalLong checkpoint = OptionalLong.empty();
  private OptionalDouble loss = OptionalDouble.empty();
  private Optional<HeldOutFigures> heldOut = Optional.empty();
  private String phase = "starting";
  private OptionalLong lastLineAt = OptionalLong.empty();
  private OptionalDouble reportedSpeed = OptionalDouble.empty();
  private boolean hasMaster;
  private double pausedMillis;
  private int crashes;

  /** The last order that the engine has reported as carried out. */
  private OptionalLong confirmed = OptionalLong.empty();

  /** The last order for which the engine has reported that the job holds nothing. */
  private long stopped;

  private long savedSteps;

  /** The step of the job at one time. */
  private record Mark(long nanos, long step) {}

  TrainingStatus(JobId id, SpeedMeasurements speeds) {
    this.id = id;
    this.speeds = speeds;
  }

  /** Takes in a line that was read at this time of a monotonic clock. */
  void take(StatusLine line, long nanos) {
    lastLineAt = OptionalLong.of(nanos);
    step = line.step();
    line.checkpoint().ifPresent(saved -> checkpoint = OptionalLong.of(saved));
    line.loss().ifPresent(this::addLoss);
    heldOut = line.heldOut().or(() -> heldOut);
    hasMaster |= !line.phase().isEmpty();
    phase = line.phase().isEmpty() ? "running" : line.phase();
    size = new Size(line.workers().orElse(size.workers()), line.servers().orElse(size.servers()));
    pausedMillis += line.pausedMillis();
    if (firstStep.isEmpty() && isRunning()) {
      firstStep = OptionalLong.of(step);
      begun = OptionalLong.of(nanos);
    }
    boolean steady = isRunning() && size.equals(wanted());
    speeds.add(size, step, nanos, steady);
    mark(nanos, steady);
  }

  private void addLoss(double newLoss) {
    loss = OptionalDouble.of(newLoss);
    losses.add(newLoss);
    if (losses.size() > MOST_LOSSES) {
      for (int i = 0; i < MOST_LOSSES / 2; i++) {
        losses.set(i, losses.get(2 * i));
      }
      losses.subList(MOST_LOSSES / 2, losses.size() - 1).clear();
    }
  }

  private void mark(long nanos, boolean steady) {
    if (!steady) {
      window.clear();
      return;
    }
    if (!window.isEmpty() && step < window.peekLast().step()) {
      window.clear();
    }
    window.addLast(new Mark(nanos, step));
    while (nanos - window.peekFirst().nanos() > WINDOW_NANOS && window.size() > 2) {
      window.removeFirst();
    }
  }

  /** Takes in a warning; whether it is a new one. */
  boolean warned(String warning) {
    return warnings.size() < MOST_WARNINGS && warnings.add(warning);
  }

  /** The warnings of its master. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Takes in an event of the job's scheduler. */
  void happened(Event event) {
    ledger.fold(event);
    switch (event) {
      case Event.Running running -> running(running);
      case Event.Rescaled rescaled -> {
        size = rescaled.to();
        pauses.add(rescaled.pause());
      }
      case Event.Crashed crashed -> {
        crashed();
        stopped(crashed.revision(), crashed.steps());
      }
      case Event.Released released -> stopped(released.revision(), released.steps());
      case Event.Allocated _ -> window.clear();
      case Event.Progressed progressed -> progressed(progressed);
      case Event.Held _ -> phase = "saving";
      case Event.Resumed _ -> phase = "waiting";
      case Event.OfNode _,
          Event.Setting _,
          Event.Decided _,
          Event.Accepted _,
          Event.Ended _,
          Event.Unknown _ -> {}
    }
  }

  /** The steps of a program whose lines are no status lines. */
  private void progressed(Event.Progressed event) {
    if (lastLineAt.isEmpty()) {
      step = (long) event.steps();
      reportedSpeed =
          event.stepsPerSecond() > 0
              ? OptionalDouble.of(event.stepsPerSecond())
              : OptionalDouble.empty();
    }
  }

  private void running(Event.Running event) {
    size = event.where().size();
    if (scheduled().filter(job -> job.allocation().equals(event.where())).isPresent()) {
      confirmed = OptionalLong.of(event.revision());
    }
    if (!isRunning()) {
      phase = "running";
    }
  }

  private void crashed() {
    crashes++;
    confirmed = OptionalLong.empty();
    phase = "crashed";
    lastLineAt = OptionalLong.empty();
    window.clear();
  }

  private void stopped(long revision, double steps) {
    stopped = revision;
    savedSteps = (long) steps;
  }

  /** The job as its scheduler knows it; empty before it is submitted and when it is over. */
  Optional<Job> scheduled() {
    return ledger.find(id);
  }

  /** Whether the job has this size, and no change of it is under way. */
  boolean has(Size ordered) {
    return scheduled()
        .filter(job -> job.allocation().size().equals(ordered))
        .filter(job -> confirmed.isPresent() && confirmed.getAsLong() >= job.revision())
        .isPresent();
  }

  /** Whether the job runs, at its size or on the way to another one. */
  boolean isUp() {
    return confirmed.isPresent();
  }

  /** The steps that are saved, if a user has stopped the job and it holds nothing any more. */
  OptionalLong stoppedAt() {
    boolean isStopped =
        scheduled()
            .filter(job -> job.manualOverride().held())
            .filter(job -> !job.holdsResources() && stopped >= job.revision())
            .isPresent();
    return isStopped ? OptionalLong.of(savedSteps) : OptionalLong.empty();
  }

  public String job() {
    return id.name();
  }

  public long step() {
    return step;
  }

  /**
   * A sentence about the steps that are lost if this step is the last saved one; empty for none.
   */
  Optional<String> unsaved(long saved) {
    String last = saved > 0 ? "the last saved step is %,d".formatted(saved) : "no step is saved";
    return saved < step
        ? Optional.of("step %,d could not be saved; %s".formatted(step, last))
        : Optional.empty();
  }

  /** The step at which it began to train this time. */
  public OptionalLong firstStep() {
    return firstStep;
  }

  /** When it began to train, by the clock of the lines. */
  OptionalLong begun() {
    return begun;
  }

  public OptionalLong checkpoint() {
    return checkpoint;
  }

  public OptionalDouble loss() {
    return loss;
  }

  /** The figures of the newest evaluated checkpoint on held-out examples. */
  public Optional<HeldOutFigures> heldOut() {
    return heldOut;
  }

  public List<Double> losses() {
    return List.copyOf(losses);
  }

  public List<Duration> pauses() {
    return List.copyOf(pauses);
  }

  public int crashes() {
    return crashes;
  }

  /** For how long it has paused for changes of its tasks, all in all. */
  double pausedMillis() {
    return pausedMillis;
  }

  String phase() {
    return phase;
  }

  /** The seconds since the last line of its master, if that is longer than usual. */
  OptionalLong silentSeconds(long nanos) {
    long silent = hasMaster && lastLineAt.isPresent() ? nanos - lastLineAt.getAsLong() : 0;
    return silent >= SILENCE_NANOS
        ? OptionalLong.of(silent / 1_000_000_000L)
        : OptionalLong.empty();
  }

  /** The tasks that take part, as its master reports. */
  Size size() {
    return size;
  }

  /** The size that the user requested by hand, or else that the scheduler has ordered. */
  Size wanted() {
    return scheduled()
        .map(job -> isSizedByPolicy(job) ? job.allocation().size() : job.spec().asked())
        .orElse(size);
  }

  private static boolean isSizedByPolicy(Job job) {
    return job.holdsResources() && job.manualOverride().unscaled().isEmpty();
  }

  /** The number of steps of its work, if its work is a number of steps. */
  OptionalLong total() {
    double steps = scheduled().map(job -> job.spec().work().steps()).orElse((double) ENDLESS);
    return steps < ENDLESS ? OptionalLong.of(Math.round(steps)) : OptionalLong.empty();
  }

  boolean isRunning() {
    return phase.equals("running");
  }

  /**
   * The mean over the last seconds at this size; empty if the lines of too short a time are known.
   * Lines that are read together have the same time.
   */
  OptionalDouble stepsPerSecond() {
    if (window.isEmpty()) {
      return lastLineAt.isEmpty() ? reportedSpeed : OptionalDouble.empty();
    }
    Mark first = window.getFirst();
    Mark last = window.getLast();
    long nanos = last.nanos() - first.nanos();
    return nanos < LEAST_NANOS
        ? OptionalDouble.empty()
        : OptionalDouble.of((last.step() - first.step()) * 1e9 / nanos);
  }

  /** The measured speeds at its sizes. */
  public SpeedMeasurements speeds() {
    return speeds;
  }
}
