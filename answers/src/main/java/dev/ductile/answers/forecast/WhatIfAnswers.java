package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Progress;
import dev.ductile.api.Seed;
import dev.ductile.api.Speeds;
import dev.ductile.reports.RunPictures;
import dev.ductile.rest.TimeRange;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.WhatIfJob;
import dev.ductile.rest.WhatIfMeasure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Compares the future of the present jobs as it is with that of a changed cluster, by simulations
 * with the same true speeds on both sides. Both hold if no other job comes.
 *
 * @param limits the effort of both sides together
 * @param speeds makes the speeds of submitted jobs
 * @param nanos a clock of wall time for the limit of effort
 */
public record WhatIfAnswers(ForecastLimits limits, Seed seed, Speeds speeds, LongSupplier nanos) {
  private static final int MOST_JOBS = 200;

  /** The futures of one side, with their meters, and the recorder of the first one. */
  private record SimulatedSide(Futures futures, List<UseMeter> meters, FutureRecorder first) {
    List<PairedMeasures.Side> sides() {
      var sides = new ArrayList<PairedMeasures.Side>();
      for (int i = 0; i < futures.count(); i++) {
        sides.add(new PairedMeasures.Side(futures.list().get(i), meters.get(i)));
      }
      return sides;
    }
  }

  /** Both sides of a question. */
  private record Comparison(Cluster now, SimulatedSide asIs, SimulatedSide asked) {
    List<WhatIfMeasure> measures() {
      return new PairedMeasures(List.copyOf(now.jobs()), now.now(), asIs.sides(), asked.sides())
          .list();
    }
  }

  /**
   * The answer with charts.
   *
   * @throws dev.ductile.text.InputException if the question names a node that is not up
   */
  public WhatIfAnswer of(LiveState state, WhatIfChanges changes) {
    Comparison both = compare(state, changes);
    Futures now = both.asIs().futures();
    Futures asked = both.asked().futures();
    return new WhatIfAnswer(
        changes.question(),
        Math.min(now.count(), asked.count()),
        now.isCut() || asked.isCut(),
        both.measures(),
        jobs(List.copyOf(state.cluster().jobs()), changes.newJobs(), now, asked),
        pictures(both.asIs(), both.asked()));
  }

  /** The figures alone. */
  List<WhatIfMeasure> measures(LiveState state, WhatIfChanges changes) {
    return compare(state, changes).measures();
  }

  private Comparison compare(LiveState state, WhatIfChanges changes) {
    LiveState asked = changes.on(state, speeds);
    ForecastLimits half = half();
    int wanted =
        SpeedErrors.areNone(state.cluster()) && SpeedErrors.areNone(asked.cluster())
            ? 1
            : limits.simulations();
    ForecastPace pace = slower(Futures.pace(state, half, wanted, nanos), asked, half, wanted);
    return new Comparison(state.cluster(), side(state, pace, half), side(asked, pace, half));
  }

  private ForecastLimits half() {
    return new ForecastLimits(
        limits.simulations(), Math.max(1, limits.jobDecisions() / 2), limits.time().dividedBy(2));
  }

  /** The pace that both sides can keep. */
  private ForecastPace slower(ForecastPace pace, LiveState asked, ForecastLimits half, int wanted) {
    ForecastPace other = Futures.pace(asked, half, wanted, nanos);
    return other.mostDecisions() < pace.mostDecisions() ? other : pace;
  }

  private SimulatedSide side(LiveState state, ForecastPace pace, ForecastLimits half) {
    var meters = new ArrayList<UseMeter>();
    var recorder = new FutureRecorder(state.cluster());
    Futures futures =
        Futures.of(
            state,
            awaited(state),
            pace,
            half,
            seed,
            nanos,
            number -> {
              var meter = new UseMeter(state.cluster());
              meters.add(meter);
              return number == 0 ? meter.and(recorder) : meter;
            });
    return new SimulatedSide(futures, meters, recorder);
  }

  /** All jobs except held ones, which do not start by themselves. */
  private static Set<JobId> awaited(LiveState state) {
    Set<JobId> jobs = new HashSet<>();
    for (Job job : state.cluster().jobs()) {
      if (!job.manualOverride().held()) {
        jobs.add(job.id());
      }
    }
    return jobs;
  }

  /** The jobs in both futures, those with the largest differences first. */
  private static List<WhatIfJob> jobs(
      List<Job> present, List<JobId> submitted, Futures one, Futures other) {
    return Stream.concat(
            submitted.stream().map(id -> job(id, "new", one, other)),
            present.stream()
                .map(
                    job -> job(job.id(), job.holdsResources() ? "running" : "pending", one, other)))
        .sorted(Comparator.comparingDouble(WhatIfAnswers::difference).reversed())
        .limit(MOST_JOBS)
        .toList();
  }

  private static WhatIfJob job(JobId id, String state, Futures one, Futures other) {
    return new WhatIfJob(
        id.name(), state, start(one, id), start(other, id), end(one, id), end(other, id));
  }

  /** Seconds between the two ends; a job that has only one of them differs most. */
  private static double difference(WhatIfJob job) {
    if (job.endNow().isPresent() && job.endAsked().isPresent()) {
      return Math.abs(Progress.seconds(job.endNow().get().median(), job.endAsked().get().median()));
    }
    return job.endNow().isPresent() == job.endAsked().isPresent() ? 0 : Double.POSITIVE_INFINITY;
  }

  private static Optional<TimeRange> start(Futures futures, JobId id) {
    return TimeQuantiles.of(futures.list().stream().map(future -> future.start(id)).toList())
        .range();
  }

  private static Optional<TimeRange> end(Futures futures, JobId id) {
    return TimeQuantiles.of(futures.list().stream().map(future -> future.end(id)).toList()).range();
  }

  private static Map<String, String> pictures(SimulatedSide one, SimulatedSide other) {
    return RunPictures.of(
        List.of(
            one.first().run("as it is", one.futures().list().getFirst()),
            other.first().run("as asked", other.futures().list().getFirst())));
  }
}
