package dev.ductile.bench;

import dev.ductile.api.PolicyProvider;
import dev.ductile.history.Figures;
import dev.ductile.reports.TextTable;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Scenario;
import dev.ductile.simulator.Bound;
import dev.ductile.simulator.Experiment;
import dev.ductile.simulator.Interval;
import dev.ductile.simulator.Results;
import dev.ductile.simulator.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Every installed policy on each paper's own workload, and lookahead: mean completion with its
 * interval of 95 %, the difference to the best published policy, paired by seed, and a lower bound.
 */
final class Workloads {
  private static final int SEEDS = 10;
  private static final String BUDGET = "10ms";

  private static final List<String> OURS = List.of("marginal", "lookahead");

  /** Policies whose decision is a search, too slow for all decisions of a day. */
  private static final Set<String> LEFT_OUT = Set.of("lookahead", "smd");

  /** Settings of papers besides the defaults, and lookahead with two margins. */
  private static final List<String> BESIDE =
      List.of(
          "{name: knee, filling: true}",
          "{name: hell, filling: true}",
          "{name: marginal, urgency: 0.25}",
          "{name: fixed-size, workers: 1}",
          "{name: fixed-size, workers: 8}",
          "{name: las, quantum: 10m}",
          "{name: lookahead, budget: %s}",
          "{name: lookahead, margin: 0, budget: %s}");

  private final String budget;
  private final int seeds;
  private final Path csv;

  private Workloads(String budget, int seeds, Path csv) {
    this.budget = budget;
    this.seeds = seeds;
    this.csv = csv;
  }

  /** {@code Workloads FOLDER [BUDGET [SEEDS [NAME...]]]}. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    String budget = arguments.length > 1 ? arguments[1] : BUDGET;
    int seeds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : SEEDS;
    Stream<String> names = Arrays.stream(arguments).skip(3);
    Set<String> wanted = names.collect(Collectors.toSet());
    var workloads = new Workloads(budget, seeds, folder.resolve("workloads.csv"));
    Files.writeString(
        workloads.csv, "workload,load,policy,mean_seconds,low,high,against_best,low,high\n");
    for (Workload workload : Workload.values()) {
      if (wanted.isEmpty() || wanted.contains(workload.title())) {
        workloads.tell(workload);
      }
    }
    System.out.println("csv: " + workloads.csv);
  }

  private void tell(Workload workload) throws IOException {
    long start = System.nanoTime();
    Scenario scenario =
        InlineScenario.scenario("policies: [%s]\n%s".formatted(policies(), workload.text()))
            .withSeeds(LongStream.rangeClosed(1, seeds).boxed().toList());
    int threads = Runtime.getRuntime().availableProcessors();
    Results results =
        new Experiment(
                scenario, Catalog.installed(), threads, false, Experiment.ProgressListener.NONE)
            .run();
    for (double load : scenario.loads()) {
      tell(workload, results, load);
    }
    System.out.printf("%.0f s%n%n", (System.nanoTime() - start) / 1e9);
  }

  private String policies() {
    var policies = new ArrayList<String>();
    for (PolicyProvider<?> provider : Catalog.installed().policies()) {
      if (!LEFT_OUT.contains(provider.profile().name())) {
        policies.add(provider.profile().name());
      }
    }
    BESIDE.forEach(policy -> policies.add(policy.replace("%s", budget)));
    return String.join(", ", policies);
  }

  private void tell(Workload workload, Results results, double load) throws IOException {
    List<String> sorted =
        results.policies().stream()
            .sorted(Comparator.comparingDouble(policy -> mean(results, policy, load)))
            .toList();
    String best = sorted.stream().filter(Workloads::isPublished).findFirst().orElseThrow();
    Sample first = results.sample(best, load);
    var table = new TextTable(List.of(workload.title(), "mean", "against " + best, "finished"));
    var lines = new StringBuilder();
    for (String policy : sorted) {
      Sample sample = results.sample(policy, load);
      Interval mean = sample.interval(Figures::averageCompletion);
      Interval against = sample.difference(first, Figures::averageCompletion);
      table.add(
          List.of(policy, withHalf(mean, mean.mean()), share(against, first), finished(sample)));
      lines.append(
          "%s,%s,%s,%s,%s,%s,%s,%s,%s%n"
              .formatted(
                  workload.title(),
                  load,
                  policy.replace(',', ';'),
                  mean.mean(),
                  mean.low(),
                  mean.high(),
                  against.mean(),
                  against.low(),
                  against.high()));
    }
    System.out.printf("%s at load %s, %d seeds%n%s", workload.title(), load, seeds, table);
    System.out.printf("lower bound of every policy: %.2f h%n", bound(results, load) / 3600);
    record("%s at load %s".formatted(workload.title(), load), best, sorted, results, load);
    Files.writeString(csv, lines, StandardOpenOption.APPEND);
  }

  /** Records the bound, the best published policy and our own ones. */
  private static void record(
      String title, String best, List<String> policies, Results results, double load) {
    ResultRecorder.keep(title + ", bound", bound(results, load) / 3600, "h");
    policies.stream()
        .filter(policy -> policy.equals(best) || !isPublished(policy))
        .forEach(policy ->
            ResultRecorder.keep(
                "%s, mean completion under %s".formatted(title, policy),
                mean(results, policy, load) / 3600,
                "h"));
  }

  /** Whether a policy is published by others. */
  private static boolean isPublished(String policy) {
    return OURS.stream().noneMatch(policy::startsWith);
  }

  /** The larger of the means that the two bounds have over the seeds. */
  private static double bound(Results results, double load) {
    return Stream.of(Bound.Kind.values())
        .mapToDouble(kind ->
            results.bounds().stream()
                .filter(bound -> bound.load() == load && bound.name().equals(kind.label()))
                .mapToDouble(Bound::averageCompletion)
                .average()
                .orElse(0))
        .max()
        .orElse(0);
  }

  private static double mean(Results results, String policy, double load) {
    double mean = results.sample(policy, load).interval(Figures::averageCompletion).mean();
    return Double.isNaN(mean) ? Double.POSITIVE_INFINITY : mean;
  }

  private static String withHalf(Interval interval, double scale) {
    return "%.2f h ± %.1f %%"
        .formatted(interval.mean() / 3600, 100 * (interval.high() - interval.low()) / 2 / scale);
  }

  private static String share(Interval difference, Sample first) {
    double whole = first.interval(Figures::averageCompletion).mean();
    return String.format(
        Locale.ROOT,
        "%+.1f %% ± %.1f",
        100 * difference.mean() / whole,
        100 * (difference.high() - difference.low()) / 2 / whole);
  }

  private static String finished(Sample sample) {
    int finished = sample.figures().stream().mapToInt(Figures::finished).sum();
    int jobs = sample.figures().stream().mapToInt(Figures::jobs).sum();
    return finished + " of " + jobs;
  }
}
