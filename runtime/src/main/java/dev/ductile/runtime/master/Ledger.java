package dev.ductile.runtime.master;

import dev.ductile.runtime.protocol.StepReport;
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
import java.util.function.ToLongFunction;

/** What workers have told of their steps: how far the job is, how fast, and how good. */
final class Ledger {
  /** Steps of which only some have told; more of them at once means that somebody lies. */
  private static final int MOST_OPEN = 100_000;

  private static final double WEIGHT = 0.2;
  private static final long MOST_LEAD = 1_000;

  private final boolean lockstep;
  private final Consumer<StepSummary> finished;
  private final NavigableMap<Long, Map<Integer, StepReport>> open = new TreeMap<>();
  private final Deque<Sum> window = new ArrayDeque<>();
  private final Map<Integer, Double> pace = new HashMap<>();
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

  Ledger(boolean lockstep, Consumer<StepSummary> finished) {
    this.lockstep = lockstep;
    this.finished = finished;
  }

  void epochHas(long steps) {
    epochSteps = steps;
  }

  /** A generation begins at this step. */
  void begin(long step, long now) {
    closeBelow(step, 0, 0);
    open.clear();
    if (step < done) {
      window.clear();
      total = new Sum(0, 0);
    }
    done = step;
    doneAt = now;
  }

  void tell(int worker, StepReport report, int workers, int servers, long now) {
    if (open.size() > MOST_OPEN) {
      throw new IllegalStateException("%d steps are open".formatted(open.size()));
    }
    examples += report.examples();
    pace.merge(worker, (double) report.workerNanos(), (old, fresh) -> old + WEIGHT * (fresh - old));
    if (!lockstep) {
      advance(done + 1, now);
      finish(done, List.of(report), workers, servers);
      return;
    }
    open.computeIfAbsent(report.step(), _ -> new HashMap<>()).put(worker, report);
    if (report.step() >= done) {
      advance(report.step() + 1, now);
    }
    Map<Integer, StepReport> told = open.getOrDefault(report.step(), Map.of());
    if (told.size() >= workers) {
      closeBelow(report.step() + 1, workers, servers);
    }
  }

  private void advance(long step, long now) {
    double each = (double) (now - doneAt) / Math.max(1, step - done);
    stepNanos = stepNanos == 0 ? each : stepNanos + WEIGHT * (each - stepNanos);
    done = step;
    doneAt = now;
  }

  private void closeBelow(long step, int workers, int servers) {
    while (!open.isEmpty() && open.firstKey() < step) {
      var first = open.pollFirstEntry();
      finish(first.getKey(), first.getValue().values(), workers, servers);
    }
  }

  private void finish(long step, Collection<StepReport> told, int workers, int servers) {
    double lossSum = told.stream().mapToDouble(StepReport::loss).sum();
    int count = told.stream().mapToInt(StepReport::examples).sum();
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
            workers,
            servers,
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

  /** All examples that were told of, whether or not their steps held. */
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

  /** How long each worker computes a step, lately. */
  Map<Integer, Double> pace() {
    return pace;
  }

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
