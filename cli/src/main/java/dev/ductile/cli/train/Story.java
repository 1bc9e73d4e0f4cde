package dev.ductile.cli.train;

import dev.ductile.api.Size;
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

/** What is known of a running job: a fold over what its master says. */
public final class Story {
  private static final int MOST_LOSSES = 4_096;
  private static final int MOST_WARNINGS = 100;

  /** A master prints a line about twice a second. */
  private static final long SILENCE_NANOS = 5_000_000_000L;

  private static final long WINDOW_NANOS = 3_000_000_000L;

  private final String job;
  private final SpeedSheet speeds;
  private final List<Duration> pauses = new ArrayList<>();
  private final List<Double> losses = new ArrayList<>();
  private final Set<String> warnings = new LinkedHashSet<>();
  private final Deque<Mark> window = new ArrayDeque<>();
  private Size wanted;
  private Size size = Size.NONE;
  private long step;
  private OptionalLong firstStep = OptionalLong.empty();
  private OptionalLong begun = OptionalLong.empty();
  private OptionalLong checkpoint = OptionalLong.empty();
  private OptionalDouble loss = OptionalDouble.empty();
  private Optional<HeldOutFigures> heldOut = Optional.empty();
  private String phase = "starting";
  private OptionalLong heardAt = OptionalLong.empty();
  private double stoodStillMillis;
  private int crashes;

  /** How far the job was at one moment. */
  private record Mark(long nanos, long step) {}

  Story(String job, Size wanted, SpeedSheet speeds) {
    this.job = job;
    this.wanted = wanted;
    this.speeds = speeds;
  }

  /** Takes in a line; it was read at this time of a clock that never goes back. */
  void heard(StatusLine line, long nanos) {
    heardAt = OptionalLong.of(nanos);
    step = line.step();
    line.checkpoint().ifPresent(saved -> checkpoint = OptionalLong.of(saved));
    line.loss().ifPresent(this::learned);
    heldOut = line.heldOut().or(() -> heldOut);
    phase = line.phase().isEmpty() ? "running" : line.phase();
    size = new Size(line.workers().orElse(size.workers()), line.servers().orElse(size.servers()));
    stoodStillMillis += line.pausedMillis();
    if (firstStep.isEmpty() && isRunning()) {
      firstStep = OptionalLong.of(step);
      begun = OptionalLong.of(nanos);
    }
    boolean steady = isRunning() && size.equals(wanted);
    speeds.heard(size, step, nanos, steady);
    mark(nanos, steady);
  }

  private void learned(double newLoss) {
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
    if (!steady || (!window.isEmpty() && step < window.peekLast().step())) {
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

  /** What a person should know besides how it ended. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  void wants(Size newSize) {
    wanted = newSize;
  }

  void resized(Size to, Duration pause) {
    size = to;
    pauses.add(pause);
  }

  void crashed() {
    crashes++;
    phase = "crashed";
    heardAt = OptionalLong.empty();
    window.clear();
  }

  void phase(String now) {
    phase = now;
  }

  public String job() {
    return job;
  }

  public long step() {
    return step;
  }

  /** What is lost where a job stops with this step saved; empty where nothing is. */
  Optional<String> unsaved(long saved) {
    String last = saved > 0 ? "the last saved step is %,d".formatted(saved) : "no step is saved";
    return saved < step
        ? Optional.of("step %,d could not be saved; %s".formatted(step, last))
        : Optional.empty();
  }

  /** Where it was when it began to train this time. */
  public OptionalLong firstStep() {
    return firstStep;
  }

  /** When it began to train, by the clock with which it was heard. */
  OptionalLong begun() {
    return begun;
  }

  public OptionalLong checkpoint() {
    return checkpoint;
  }

  public OptionalDouble loss() {
    return loss;
  }

  /** How well the newest evaluated checkpoint predicts held-out examples. */
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

  /** For how long it has stood still for changes of who takes part. */
  double stoodStillMillis() {
    return stoodStillMillis;
  }

  String phase() {
    return phase;
  }

  /** For how many seconds its master has said nothing, where that is longer than usual. */
  OptionalLong silentSeconds(long nanos) {
    long silent = heardAt.isPresent() ? nanos - heardAt.getAsLong() : 0;
    return silent >= SILENCE_NANOS
        ? OptionalLong.of(silent / 1_000_000_000L)
        : OptionalLong.empty();
  }

  Size size() {
    return size;
  }

  Size wanted() {
    return wanted;
  }

  boolean isRunning() {
    return phase.equals("running");
  }

  /** Over the last seconds at this size; none where there are too few. */
  OptionalDouble stepsPerSecond() {
    if (window.size() < 2) {
      return OptionalDouble.empty();
    }
    Mark first = window.getFirst();
    Mark last = window.getLast();
    return OptionalDouble.of((last.step() - first.step()) * 1e9 / (last.nanos() - first.nanos()));
  }

  /** What was measured of the job's speed at its sizes. */
  public SpeedSheet speeds() {
    return speeds;
  }
}
