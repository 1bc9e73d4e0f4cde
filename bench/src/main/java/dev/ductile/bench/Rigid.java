package dev.ductile.bench;

import dev.ductile.history.Figures;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Scenario;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Rigid public traces beside the figures of their authors' simulator. */
final class Rigid {
  /** The figures of the authors' simulator, and its placement. */
  private record Known(
      String trace, String policy, String placement, double average, double makespan, double p99) {}

  private static final List<Known> KNOWN =
      List.of(
          new Known(
              "trace1", "srtf", "consolidated", 1377148.985721, 26034155.456295, 16839723.955390),
          new Known(
              "trace1", "srsf", "consolidated", 975401.097487, 26000869.493585, 15395268.838810),
          new Known(
              "trace1", "tiresias-l", "pooled", 3261561.767816, 23513269.182900, 14693288.054880),
          new Known(
              "trace3", "srtf", "consolidated", 190377.377380, 8173902.669030, 4501678.817005),
          new Known(
              "trace3", "srsf", "consolidated", 183965.977985, 8173902.669030, 3666482.586285),
          new Known(
              "trace3", "tiresias-l", "pooled", 340306.277096, 8173902.669030, 4957927.361790));

  private static final double PEER_JOBS_PER_PROCESSOR_SECOND = 765;
  private static final int WARM_UP = 60;
  private static final int MEASURED = 40;

  private Rigid() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0], "peers", "muri");
    if (!Files.isDirectory(folder)) {
      System.out.printf("skipped: there is no %s%n", folder);
      return;
    }
    double worst = 0;
    for (Known known : KNOWN) {
      worst = Math.max(worst, compare(folder, known));
    }
    System.out.printf("worst relative difference %.1e%n", worst);
    ResultRecorder results = ResultRecorder.ofThisRun();
    results.add("worst relative difference from the authors' simulator", worst, "");
    results.add("trace1 under srtf, once warm", measureSpeed(folder), "jobs/s of processor time");
    results.save();
  }

  private static double compare(Path folder, Known known) {
    Figures figures = run(scenario(folder, known)).figures();
    double worst =
        Math.max(
            difference(figures.averageCompletion(), known.average),
            Math.max(
                difference(figures.makespan(), known.makespan),
                difference(figures.p99Completion(), known.p99)));
    System.out.printf(
        "%s %-10s average %.6f (theirs %.6f) makespan %.6f (%.6f) p99 %.6f (%.6f): %.1e%n",
        known.trace,
        known.policy,
        figures.averageCompletion(),
        known.average,
        figures.makespan(),
        known.makespan,
        figures.p99Completion(),
        known.p99,
        worst);
    return worst;
  }

  private static double measureSpeed(Path folder) {
    Scenario scenario = scenario(folder, KNOWN.getFirst());
    for (int i = 0; i < WARM_UP; i++) {
      run(scenario);
    }
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    int jobs = 0;
    for (int i = 0; i < MEASURED; i++) {
      jobs += run(scenario).figures().jobs();
    }
    double seconds = (threads.getCurrentThreadCpuTime() - before) / 1e9;
    System.out.printf(
        "trace1 under srtf: %.0f jobs per second of processor time (the peer: %.0f)%n",
        jobs / seconds, PEER_JOBS_PER_PROCESSOR_SECOND);
    return jobs / seconds;
  }

  private static dev.ductile.history.Run run(Scenario scenario) {
    return new Simulation(scenario, Catalog.installed())
        .run(scenario.policies().getFirst(), 1, 1, false, SchedulerObserver.NONE);
  }

  private static Scenario scenario(Path folder, Known known) {
    return InlineScenario.scenario(
        """
        cluster: {nodes: [{count: 8, resources: {gpu: 8}}]}
        workload: {trace: %s, format: rigid-csv}
        policies: [%s]
        placement: %s
        rescale: {cost: 0s}
        """
            .formatted(folder.resolve(known.trace + ".csv"), known.policy, known.placement));
  }

  private static double difference(double ours, double theirs) {
    return Math.abs(ours - theirs) / theirs;
  }
}
