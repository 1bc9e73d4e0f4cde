package dev.ductile.bench.dl2;

import dev.ductile.bench.ResultRecorder;
import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.reports.TextTable;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Bound;
import dev.ductile.simulator.Experiment;
import dev.ductile.simulator.Interval;
import dev.ductile.simulator.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Policies on a workload with slots: mean completion in slots beside that of the first policy,
 * paired by seed. A policy that learns is trained on the workload first.
 */
final class PolicyComparison {
  private static final Set<String> RECORDED =
      Set.of("tetris", "optimus", "marginal", "dl2", "sets");

  private final ResultRecorder results;
  private final Catalog catalog = Catalog.installed();

  PolicyComparison(ResultRecorder results) {
    this.results = results;
  }

  /** The runs of one policy. */
  private record Row(
      String policy, List<Double> slots, long most, long unfinished, double perSecond) {
    Interval completion() {
      return Interval.of(slots.stream().mapToDouble(each -> each).toArray());
    }
  }

  /** Prints and records the figures of policies on a scenario. */
  void tell(String title, String text, List<String> policies) throws IOException {
    Path file = Files.createTempFile("dl2", ".yaml");
    Files.writeString(file, text);
    Scenario scenario = ScenarioFile.read(file, catalog);
    Files.delete(file);
    var table =
        new TextTable(
            List.of(
                title, "slots", "of " + policies.getFirst(), "most jobs", "unfinished", "slots/s"));
    var rows = new ArrayList<Row>();
    for (String policy : policies) {
      Row row = row(scenario, policy);
      rows.add(row);
      Interval share = shares(row, rows.getFirst());
      table.add(
          List.of(
              policy,
              written(row.completion(), 1, ""),
              written(share, 100, " %"),
              String.valueOf(row.most()),
              String.valueOf(row.unfinished()),
              "%.0f".formatted(row.perSecond())));
      if (RECORDED.contains(policy)) {
        results.add(
            "%s: mean completion under %s, of that under %s"
                .formatted(title, policy, policies.getFirst()),
            written(share, 100, " %"));
      }
    }
    System.out.println(table);
    double slot = slot(scenario);
    double bound = bound(scenario) / slot;
    double share = 100 * bound / rows.getFirst().completion().mean();
    System.out.printf(
        "no policy is below %.2f slots, %.1f %% of %s%n%n", bound, share, policies.getFirst());
    results.add("%s: bound of every policy, of that".formatted(title), share, "%");
  }

  /** The mean time of jobs that never wait and have their best size, in seconds. */
  private double bound(Scenario scenario) {
    return new Experiment(scenario, catalog, 1, false, Experiment.ProgressListener.NONE)
        .run().bounds().stream()
            .filter(bound -> bound.name().equals(Bound.Kind.INFINITE.label()))
            .mapToDouble(Bound::averageCompletion)
            .average()
            .orElse(Double.NaN);
  }

  private static double slot(Scenario scenario) {
    return scenario.decisions().every().toNanos() / 1e9;
  }

  private Row row(Scenario scenario, String policy) {
    double slot = slot(scenario);
    List<Choice> choices = TrainedChoices.of(policy, scenario, catalog);
    var slots = new ArrayList<Double>();
    long most = 0;
    long unfinished = 0;
    long decisions = 0;
    long start = System.nanoTime();
    for (long seed : scenario.seeds()) {
      Choice choice = choices.get(slots.size() % choices.size());
      Run run =
          new Simulation(scenario, catalog).run(choice, seed, 1, false, SchedulerObserver.NONE);
      slots.add(SlotTimes.meanCompletion(run.outcomes(), slot));
      most = Math.max(most, SlotTimes.mostJobs(run.outcomes(), slot));
      unfinished += run.outcomes().stream().filter(Predicate.not(Outcome::isFinished)).count();
      decisions += run.totals().decisions();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Row(policy, slots, most, unfinished, decisions / seconds);
  }

  /** The ratios of the means to those of another policy, by seed. */
  private static Interval shares(Row row, Row other) {
    double all = other.completion().mean();
    var shares = new double[row.slots().size()];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = 1 + (row.slots().get(i) - other.slots().get(i)) / all;
    }
    return Interval.of(shares);
  }

  private static String written(Interval interval, double scale, String unit) {
    return "%.2f ± %.2f%s"
        .formatted(scale * interval.mean(), scale * (interval.high() - interval.low()) / 2, unit);
  }
}
