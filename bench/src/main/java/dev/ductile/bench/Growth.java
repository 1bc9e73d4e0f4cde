package dev.ductile.bench;

import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Scenario;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.io.IOException;

/** The growth of a simulation's time from ten thousand jobs to a million. */
final class Growth {
  private static final int[] JOBS = {10_000, 30_000, 100_000, 300_000, 1_000_000};

  private Growth() {}

  public static void main(String[] arguments) throws IOException {
    ResultRecorder results = ResultRecorder.ofThisRun();
    for (String policy : new String[] {"fifo", "srtf", "tiresias-l"}) {
      measure(policy, JOBS[1]);
      var seconds = new double[JOBS.length];
      for (int i = 0; i < JOBS.length; i++) {
        seconds[i] = measure(policy, JOBS[i]);
        System.out.printf("%-10s %9d jobs %8.2f s%n", policy, JOBS[i], seconds[i]);
        results.add("%s, %d generated jobs".formatted(policy, JOBS[i]), seconds[i], "s");
      }
      System.out.printf("%-10s exponent %.3f%n", policy, slope(seconds));
      results.add(policy + ", exponent of the time", slope(seconds), "");
    }
    results.save();
  }

  private static double measure(String policy, int jobs) {
    Scenario scenario =
        InlineScenario.scenario(
            """
            cluster: {nodes: [{count: 64, resources: {gpu: 8}}]}
            workload:
              generate:
                jobs: %d
                arrivals: {poisson: {perHour: 600}}
                mix:
                  - {name: small, weight: 8, worker: {gpu: 1}, request: {workers: 1}, work: {exponential: {mean: 1200}}, speed: {model: constant, stepsPerSecond: 1}}
                  - {name: large, weight: 1, worker: {gpu: 1}, request: {workers: 8}, work: {exponential: {mean: 1200}}, speed: {model: constant, stepsPerSecond: 1}}
            policies: [%s]
            """
                .formatted(jobs, policy));
    long start = System.nanoTime();
    new Simulation(scenario, Catalog.installed())
        .run(scenario.policies().getFirst(), 1, 1, false, SchedulerObserver.NONE);
    return (System.nanoTime() - start) / 1e9;
  }

  /** The slope of the straight line through the logarithms: the exponent of the growth. */
  private static double slope(double[] seconds) {
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (int i = 0; i < JOBS.length; i++) {
      double lx = Math.log(JOBS[i]);
      double ly = Math.log(seconds[i]);
      x += lx;
      y += ly;
      xx += lx * lx;
      xy += lx * ly;
    }
    int n = JOBS.length;
    return (n * xy - x * y) / (n * xx - x * x);
  }
}
