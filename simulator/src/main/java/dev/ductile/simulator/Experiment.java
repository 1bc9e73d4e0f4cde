package dev.ductile.simulator;

import dev.ductile.history.Run;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scheduler.SchedulerObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Every policy of a scenario under every load and seed. Runs of one seed and load have the same
 * jobs and the same random effects, so policies are compared in pairs.
 */
public final class Experiment {
  /** Receives the progress of an experiment. */
  @FunctionalInterface
  public interface ProgressListener {
    ProgressListener NONE = (done, planned) -> {};

    void runs(int done, int planned);
  }

  private final Scenario scenario;
  private final int threads;
  private final boolean timelines;
  private final ProgressListener progress;
  private final Simulation simulation;
  private int done;
  private int planned;

  /**
   * An experiment that has not begun.
   *
   * @param timelines whether the first run of each policy records a timeline
   */
  public Experiment(
      Scenario scenario,
      Catalog catalog,
      int threads,
      boolean timelines,
      ProgressListener progress) {
    this(scenario, new Simulation(scenario, catalog), threads, timelines, progress);
  }

  /** An experiment whose runs are of this simulation of the scenario. */
  public Experiment(
      Scenario scenario,
      Simulation simulation,
      int threads,
      boolean timelines,
      ProgressListener progress) {
    this.scenario = scenario;
    this.simulation = simulation;
    this.threads = threads;
    this.timelines = timelines;
    this.progress = progress;
  }

  /** Runs the seeds that the scenario names. */
  public Results run() {
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      return collect(pool, scenario.seeds());
    }
  }

  /**
   * Runs further seeds until the mean completion of every policy at every load is known to within
   * {@code precision}, or {@code mostSeeds} have been run.
   */
  public Results runUntil(double precision, int mostSeeds) {
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      Results results = collect(pool, scenario.seeds());
      while (results.worstPrecision() > precision && results.seeds().size() < mostSeeds) {
        results = results.and(collect(pool, furtherSeeds(results, mostSeeds)));
      }
      return results;
    }
  }

  /** The next seeds: half as many as were run, so that a hundred seeds take few rounds. */
  private static List<Long> furtherSeeds(Results results, int mostSeeds) {
    List<Long> known = results.seeds();
    int wanted = Math.min(Math.max(1, known.size() / 2), mostSeeds - known.size());
    long next = known.stream().mapToLong(Long::longValue).max().orElse(0) + 1;
    var further = new ArrayList<Long>();
    for (int i = 0; i < wanted; i++) {
      further.add(next + i);
    }
    return further;
  }

  private Results collect(ExecutorService pool, List<Long> seeds) {
    var runs = new ArrayList<Future<Run>>();
    var bounds = new ArrayList<Future<List<Bound>>>();
    boolean first = done == 0;
    for (double load : scenario.loads()) {
      for (long seed : seeds) {
        for (Choice policy : scenario.policies()) {
          boolean detailed = timelines && first && seed == seeds.getFirst();
          runs.add(pool.submit(() -> one(policy, seed, load, detailed)));
        }
        bounds.add(pool.submit(() -> simulation.bounds(seed, load)));
      }
    }
    planned += runs.size();
    var finishedRuns = runs.stream().map(Experiment::await).toList();
    var finishedBounds = bounds.stream().map(Experiment::await).flatMap(List::stream).toList();
    return new Results(scenario, finishedRuns, finishedBounds);
  }

  private Run one(Choice policy, long seed, double load, boolean detailed) {
    Run run = simulation.run(policy, seed, load, detailed, SchedulerObserver.NONE);
    synchronized (this) {
      done++;
      progress.runs(done, planned);
    }
    return run;
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while runs were under way", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
