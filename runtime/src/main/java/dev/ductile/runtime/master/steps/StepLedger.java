package dev.ductile.runtime.master.steps;

import dev.ductile.runtime.master.report.StepSummary;
import dev.ductile.runtime.protocol.StepReport;
import java.time.Duration;
import java.util.ArrayDeque;
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
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The steps that workers have reported: progress, speed and loss of the job. */
public final class StepLedger {
  /** Steps that only some workers have reported; more of them at once mean a wrong report. */
  private static final int MOST_OPEN = 100_000;

  /** After this time the missing reports of a step will never come: their worker has died. */
  private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

  private static final double WEIGHT = 0.2;

  /** The first steps of a virtual machine do not show its speed. */
  private static final int WARMING = 10;

  /** After this many more steps the speed is known. */
  private static final int ENOUGH = 20;

  private static final long MOST_LEAD = 1_000;

  private final boolean lockstep;
  private final Consumer<StepSummary> finished;
  private final NavigableMap<Long, Told> open = new TreeMap<>();
  private final Deque<Sum> window = new ArrayDeque<>();
  private final Map<Integer, Pace> paces = new HashMap<>();
  private LongToIntFunction expected = _ -> Integer.MAX_VALUE;
  private MemberCounts size = MemberCounts.NONE;
  private Sum total = new Sum(0, 0);
  private long epochExamples = Long.MAX_VALUE;
  private long done;

  /** The step at which this generation began, and the first new one to be reported. */
  private long begun;

  private long untold;
  private final Map<Integer, Long> made = new HashMap<>();
  private Map<Integer, Long> budget = Map.of();
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

  /** The time that a worker computes, after some steps with any number of examples. */
  private record Pace(int steps, double stepNanos, double exampleNanos) {
    static final Pace NONE = new Pace(0, 0, 0);

    Pace plus(StepReport report) {
      double step = report.workerNanos();
      double example = step / report.examples();
      return steps <= WARMING
          ? new Pace(steps + 1, step, example)
          : new Pace(steps + 1, smooth(stepNanos, step), smooth(exampleNanos, example));
    }

    boolean isKnown() {
      return steps >= WARMING + ENOUGH;
    }
  }

  /** The reports of workers about a step so far. */
  private record Told(Map<Integer, StepReport> reports, MemberCounts size, long since) {
    int examples() {
      return reports.values().stream().mapToInt(StepReport::examples).sum();
    }
  }

  /**
   * A ledger without reports.
   *
   * @param lockstep whether all workers make the same steps
   * @param finished is called with each step that is known completely
   */
  public StepLedger(boolean lockstep, Consumer<StepSummary> finished) {
    this.lockstep = lockstep;
    this.finished = finished;
  }

  public void epochHas(long allExamples) {
    epochExamples = allExamples;
  }

  public void stepsHave(LongToIntFunction batch) {
    expected = batch;
  }

  /** A generation begins at this step. */
  public void begin(long step, MemberCounts newSize, long examplesBefore, long now) {
    examples = examplesBefore;
    open.tailMap(step, true).clear();
    if (step < done) {
      window.clear();
      total = new Sum(0, 0);
    }
    size = newSize;
    untold = done;
    begun = step;
    made.clear();
    budget = Map.of();
    done = step;
    doneAt = now;
  }

  /** A worker reports its last steps. */
  public void tell(int worker, List<StepReport> reports, long now) {
    for (StepReport report : reports) {
      boolean late =
          !lockstep && report.step() < begun; // the generation began with these examples counted
      examples += late ? 0 : report.examples();
      if (report.examples() > 0) {
        paces.put(worker, paces.getOrDefault(worker, Pace.NONE).plus(report));
      }
      stepNanos = stepNanos == 0 ? nanos(report) : smooth(stepNanos, nanos(report));
      if (lockstep) {
        note(worker, report, now);
      } else if (!late) {
        made.put(worker, report.step() + 1);
        finish(done++, new Told(Map.of(worker, report), size, now));
        doneAt = now;
      } else if (untold < begun) {
        finish(untold++, new Told(Map.of(worker, report), size, now));
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

  /** Drops steps that will not be reported completely. */
  public void sweep(long now) {
    while (!open.isEmpty() && now - open.firstEntry().getValue().since() > PATIENCE) {
      closeFirst();
    }
  }

  /** The job is over. */
  public void close() {
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
    if (count > 0) {
      look(new Sum(lossSum, count));
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

  /** The window has the last steps that together make an epoch, and none before them. */
  private void look(Sum fresh) {
    window.add(fresh);
    total = total.plus(fresh);
    while (total.examples() - window.element().examples() >= epochExamples) {
      total = total.minus(window.remove());
    }
  }

  private static long longest(Collection<StepReport> told, ToLongFunction<StepReport> time) {
    return told.stream().mapToLong(time).max().orElse(0);
  }

  /** The number of finished steps of the fastest worker, as far as known. */
  public long done() {
    return done;
  }

  /**
   * If each worker counts its own steps: the step before which each worker of this generation
   * stops.
   */
  public void dealOut(Map<Integer, Long> ends) {
    budget = ends;
  }

  /**
   * Whether a worker has reported all of its steps; the steps that are left must be divided anew.
   */
  public boolean isPartMade() {
    return budget.entrySet().stream()
        .anyMatch(part ->
            part.getValue() > begun && made.getOrDefault(part.getKey(), 0L) >= part.getValue());
  }

  public long doneAt() {
    return doneAt;
  }

  /** The number of examples that the job has used, as far as workers have reported. */
  public long examples() {
    return examples;
  }

  public double stepNanos() {
    return stepNanos;
  }

  /** A boundary that no worker will have reached after this time, by the known speed. */
  public long boundaryAfter(long nanos, long now) {
    if (stepNanos <= 0) {
      return done + 1;
    }
    double ahead = (now - doneAt + nanos) / stepNanos;
    return done + 1 + (long) Math.clamp(Math.ceil(ahead), 0, (double) MOST_LEAD);
  }

  public OptionalDouble loss() {
    return loss;
  }

  /** The mean loss over the last epoch, once there was a whole one. */
  public OptionalDouble epochLoss() {
    return total.examples() < epochExamples || total.examples() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(total.loss() / total.examples());
  }

  /**
   * Workers that compute this many times as long for an example as the median worker. A worker
   * whose share is so small that it finishes before the median worker delays no other one.
   *
   * @param members the workers of the job
   */
  public List<Integer> slowerThan(double factor, Collection<Integer> members) {
    paces.keySet().retainAll(members);
    List<Pace> known = paces.values().stream().filter(Pace::isKnown).toList();
    if (factor <= 0 || known.size() < 2) {
      return List.of();
    }
    double step = middle(known, Pace::stepNanos);
    double example = middle(known, Pace::exampleNanos);
    return paces.entrySet().stream()
        .filter(each -> each.getValue().isKnown())
        .filter(each -> each.getValue().exampleNanos() > factor * example)
        .filter(each -> each.getValue().stepNanos() > step)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static double middle(List<Pace> all, ToDoubleFunction<Pace> time) {
    return all.stream().mapToDouble(time).sorted().toArray()[(all.size() - 1) / 2];
  }

  public void forget(int worker) {
    paces.remove(worker);
  }
}
