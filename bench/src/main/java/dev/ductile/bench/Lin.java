package dev.ductile.bench;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Progress;
import dev.ductile.history.Run;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Interval;
import dev.ductile.simulator.Simulation;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * The mix of Lin et al., Section V-B, under their policies and their baselines: mean time to the
 * end of a job at several loads, and to 40 % of its steps (Section VI).
 */
final class Lin {
  private static final int SEEDS = 10;
  private static final int JOBS = 5_000;
  private static final double DAY = 86_400;
  private static final String HELL = "{name: hell, filling: true}";
  private static final String KNEE = "{name: knee, filling: true}";
  private static final String EARLY = "{name: hell, filling: true, gamma: 1.05}";

  /** Four networks on nodes of 1229 GFLOPS and 1 Gbit/s; a load of 1 is 100 nodes' work. */
  private static final String MIX =
      """
      cluster: {capacity: {gpu: 100}}
      feedback: {fraction: %s, kill: 0}
      policies: [%s]
      workload:
        generate:
          jobs: %d
          arrivals: {poisson: {perHour: 0.11616341}}
          mix:
            - {name: nin, worker: {gpu: 1}, bounds: {workers: {min: 1}}, work: {normal: {mean: 9765.625, deviation: 69.0534}}, speed: {model: async-ps, nodes: true, downlink: 0.24, uplink: 0.24, worker: 5.451586656, server: 1.220504e-5}}
            - {name: googlenet, worker: {gpu: 1}, bounds: {workers: {min: 1}}, work: {normal: {mean: 234375, deviation: 1657.2815}}, speed: {model: async-ps, nodes: true, downlink: 0.432, uplink: 0.432, worker: 7.892595606, server: 2.196908e-5}}
            - {name: alexnet, worker: {gpu: 1}, bounds: {workers: {min: 1}}, work: {normal: {mean: 105468.75, deviation: 1657.2815}}, speed: {model: async-ps, nodes: true, downlink: 1.992, uplink: 1.992, worker: 5.695687551, server: 1.013019e-4}}
            - {name: vgg19, worker: {gpu: 1}, bounds: {workers: {min: 1}}, work: {normal: {mean: 86718.75, deviation: 1657.2815}}, speed: {model: async-ps, nodes: true, downlink: 4.6, uplink: 4.6, worker: 97.64035801, server: 2.339300e-4}}
      """;

  private Lin() {}

  public static void main(String[] arguments) {
    long start = System.nanoTime();
    for (double load : new double[] {0.3, 0.6, 0.65}) {
      for (String policy : new String[] {HELL, KNEE, "moldable-hell", "moldable-knee"}) {
        tell(policy, load);
      }
    }
    for (int chunk : new int[] {10, 12, 13, 14, 16}) {
      tell("{name: jsq-chunk, chunk: %d}".formatted(chunk), 0.65);
    }
    tell("srpt", 0.15);
    tell("srpt", 0.2);
    earlyTermination(0.7);
    System.out.printf("%.0f s%n", (System.nanoTime() - start) / 1e9);
  }

  private static void tell(String policy, double load) {
    Interval days = Interval.of(means(policy, load));
    System.out.printf(
        "load %.2f  %-45s %8.3f ± %.3f days%n",
        load, policy, days.mean(), (days.high() - days.low()) / 2);
    ResultRecorder.keep("load %.2f, %s, mean completion".formatted(load, policy), days.mean(), "d");
  }

  private static double[] means(String policy, double load) {
    Scenario scenario = InlineScenario.scenario(MIX.formatted("0", policy, JOBS));
    return LongStream.rangeClosed(1, SEEDS)
        .parallel()
        .mapToDouble(seed ->
            run(scenario, seed, load, SchedulerObserver.NONE).figures().averageCompletion() / DAY)
        .toArray();
  }

  private static Run run(Scenario scenario, long seed, double load, SchedulerObserver watcher) {
    Choice policy = scenario.policies().getFirst();
    return new Simulation(scenario, Catalog.installed()).run(policy, seed, load, false, watcher);
  }

  private static void earlyTermination(double load) {
    for (String policy : new String[] {HELL, EARLY}) {
      var parts = new double[SEEDS];
      var ends = new double[SEEDS];
      Scenario scenario = InlineScenario.scenario(MIX.formatted("0.4", policy, JOBS));
      for (int seed = 0; seed < SEEDS; seed++) {
        var clock = new FirstPart();
        ends[seed] = run(scenario, seed + 1L, load, clock).figures().averageCompletion() / 3600;
        parts[seed] = clock.sum / clock.count / 3600;
      }
      Interval part = Interval.of(parts);
      Interval end = Interval.of(ends);
      System.out.printf(
          "load %.2f  %-45s 40 %% after %.1f ± %.1f h, all after %.1f ± %.1f h%n",
          load,
          policy,
          part.mean(),
          (part.high() - part.low()) / 2,
          end.mean(),
          (end.high() - end.low()) / 2);
    }
  }

  /** Adds up how long jobs take to the end of their first part. */
  private static final class FirstPart implements SchedulerObserver {
    private final Map<JobId, Instant> submitted = new HashMap<>();
    private double sum;
    private int count;

    @Override
    public void happened(Event event) {
      if (event instanceof Event.Submitted job) {
        submitted.put(job.spec().id(), job.at());
      } else if (event instanceof Event.PhaseChanged change) {
        Instant since = submitted.remove(change.job());
        if (since != null) {
          sum += Progress.seconds(since, change.at());
          count++;
        }
      }
    }
  }
}
