package dev.ductile.runtime.master;

import dev.ductile.runtime.protocol.StepReport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongToIntFunction;
import java.util.function.ToLongFunction;

/** What workers have told of their steps: how far the job is, how fast, and how good. */
final class Ledger {
  /** Steps of which only some have told; more of them at once means that somebody lies. */
  private static final int MOST_OPEN = 100_000;

  /** What has not been told of a step by then will never be: a worker died with it. */
  private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

  private static final double WEIGHT = 0.2;
  private static final long MOST_LEAD = 1_000;

  private final boolean lockstep;
  private final Consumer<StepSummary> finished;
  private final NavigableMap<Long, Told> open = new TreeMap<>();
  private final Deque<Sum> window = new ArrayDeque<>();
  private final Map<Integer, Double> pace = new HashMap<>();
  private LongToIntFunction expected = _ -> Integer.MAX_VALUE;
  private Size size = Size.NONE;
  private Sum total = new Sum(0, 0);
  private long epochSteps = Long.MAX_VALUE;
  private long done;
  private long doneAt;
  private double stepNanos;
  private long examples;
  private OptionalDouble loss = OptionalDouble.empty();

  /** A loss over some examples. */
  private record Sum(double loss, long examples) {
    Sum plus(Sum other) {
      return new Sum(loss + other.loss, examples + other.examples);
    }

    Sum minus(Sum other) {
      return new Sum(loss - other.loss, examples - other.examples);
    }
  }

  /** What workers have told of a step so far. */
  private record Told(Map<Integer, StepReport> reports, Size size, long since) {
    int examples() {
      return reports.values().stream().mapToInt(StepReport::examples).sum();
    }
  }

  /**
   * Nothing has been told yet.
   *
   * @param lockstep whether all workers make the same steps
   * @param finished hears of each step of which all is known
   */
  Ledger(boolean lockstep, Consumer<StepSummary> finished) {
    this.lockstep = lockstep;
    this.finished = finished;
  }

  void epochHas(long steps) {
    epochSteps = steps;
  }

  void stepsHave(LongToIntFunction batch) {
    expected = batch;
  }

  /** A generation begins at this step. */
  void begin(long step, Size newSize, long examplesBefore, long now) {
    examples = examplesBefore;
    open.tailMap(step, true).clear();
    if (step < done) {
      window.clear();
      total = new Sum(0, 0);
    }
    size = newSize;
    done = step;
    doneAt = now;
  }

  /** A worker tells of its last steps. */
  void tell(int worker, List<StepReport> reports, long now) {
    for (StepReport report : reports) {
      examples += report.examples();
      pace.merge(worker, (double) report.workerNanos(), Ledger::smooth);
      stepNanos = stepNanos == 0 ? nanos(report) : smooth(stepNanos, nanos(report));
      if (lockstep) {
        note(worker, report, now);
      } else {
        finish(done++, new Told(Map.of(worker, report), size, now));
        doneAt = now;
      }
    }
  }

  private static double nanos(StepReport report) {
    return (double) report.downlinkNanos()
        + report.workerNanos()
        + report.uplinkNanos()
        + report.serverNanos()
        + report.waitNanos();
  }

  private static double smooth(double old, double fresh) {
    return old + WEIGHT * (fresh - old);
  }

  private void note(int worker, StepReport report, long now) {
    if (open.size() > MOST_OPEN) {
      throw new IllegalStateException("%d steps are open".formatted(open.size()));
    }
    long step = report.step();
    if (step >= done) {
      done = step + 1;
      doneAt = now;
    }
    int wanted = expected.applyAsInt(step);
    if (report.examples() == 0 && wanted != Integer.MAX_VALUE) {
      return;
    }
    Told told = open.computeIfAbsent(step, _ -> new Told(new HashMap<>(), size, now));
    told.reports().put(worker, report);
    boolean complete =
        wanted == Integer.MAX_VALUE
            ? told.reports().size() >= told.size().workers()
            : told.examples() >= wanted;
    if (complete) {
      open.remove(step);
      finish(step, told);
    }
  }

  /** Gives up steps of which not all will be told. */
  void sweep(long now) {
    while (!open.isEmpty() && now - open.firstEntry().getValue().since() > PATIENCE) {
      closeFirst();
    }
  }

  /** The job is over. */
  void close() {
    while (!open.isEmpty()) {
      closeFirst();
    }
  }

  private void closeFirst() {
    var first = open.pollFirstEntry();
    finish(first.getKey(), first.getValue());
  }

  private void finish(long step, Told all) {
    Collection<StepReport> told = all.reports().values();
    double lossSum = told.stream().mapToDouble(StepReport::loss).sum();
    int count = all.examples();
    var sum = new Sum(lossSum, count);
    window.add(sum);
    total = total.plus(sum);
    while (window.size() > epochSteps) {
      total = total.minus(window.remove());
    }
    double mean = count == 0 ? 0 : lossSum / count;
    loss = count == 0 ? loss : OptionalDouble.of(mean);
    finished.accept(
        new StepSummary(
            step,
            mean,
            count,
            all.size().workers(),
            all.size().servers(),
            longest(told, StepReport::downlinkNanos),
            longest(told, StepReport::workerNanos),
            longest(told, StepReport::uplinkNanos),
            longest(told, StepReport::serverNanos),
            longest(told, StepReport::waitNanos)));
  }

  private static long longest(Collection<StepReport> told, ToLongFunction<StepReport> time) {
    return told.stream().mapToLong(time).max().orElse(0);
  }

  /** How many steps are behind the furthest worker, as far as is known. */
  long done() {
    return done;
  }

  long doneAt() {
    return doneAt;
  }

  /** How many examples are behind the job, as far as workers have told. */
  long examples() {
    return examples;
  }

  double stepNanos() {
    return stepNanos;
  }

  /** A boundary that no worker has come to yet, as far as one can tell, after some time more. */
  long boundaryAfter(long nanos, long now) {
    if (stepNanos <= 0) {
      return done + 1;
    }
    double ahead = (now - doneAt + nanos) / stepNanos;
    return done + 1 + (long) Math.clamp(Math.ceil(ahead), 0, (double) MOST_LEAD);
  }

  OptionalDouble loss() {
    return loss;
  }

  /** The mean loss over the last epoch, once there was a whole one. */
  OptionalDouble epochLoss() {
    return window.size() < epochSteps || total.examples() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(total.loss() / total.examples());
  }

  /** Workers that compute so many times as long as the middle one. */
  List<Integer> slowerThan(double factor) {
    List<Double> sorted = new ArrayList<>(pace.values().stream().sorted().toList());
    if (factor <= 0 || sorted.size() < 2) {
      return List.of();
    }
    double median = sorted.get((sorted.size() - 1) / 2);
    return pace.entrySet().stream()
        .filter(each -> each.getValue() > factor * median)
        .map(Map.Entry::getKey)
        .toList();
  }

  void forget(int worker) {
    pace.remove(worker);
  }
}
