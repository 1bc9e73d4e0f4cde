package dev.ductile.bench;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Figure;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Speed;
import dev.ductile.api.StepTerms;
import dev.ductile.api.Utility;
import dev.ductile.api.Work;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * The processor time of {@code smd} and {@code smd-exact} for one decision on new jobs of four
 * resources, and their distance from the best plan. A third of the jobs fit.
 */
final class UtilityLatency {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<String> RESOURCES =
      List.of(Resources.GPU, Resources.CPU, Resources.MEMORY, Resources.STORAGE);
  private static final int PICTURES = 5;
  private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();

  /** The correlation of a job's utility with its charges. */
  private enum Worth {
    /** No correlation. */
    ANY,
    /** Its charges, up to a tenth more or less. */
    WEAKLY,
    /** Its charges and a tenth of the largest: the hardest choice. */
    STRONGLY
  }

  private record Stepping(StepTerms terms) implements Speed {
    @Override
    public double stepsPerSecond(Allocation where) {
      return where.isNone()
          ? 0
          : 1 / terms.secondsPerStep(where.workers(), Math.max(1, where.servers()));
    }

    @Override
    public Optional<StepTerms> stepTerms() {
      return Optional.of(terms);
    }
  }

  private UtilityLatency() {}

  public static void main(String[] arguments) throws IOException {
    ResultRecorder results = ResultRecorder.ofThisRun();
    warmUp();
    System.out.println(
        "policy                    jobs  worth     processor seconds: median   worst   share of best");
    for (Worth worth : Worth.values()) {
      for (int jobs : new int[] {50, 100, 200, 400}) {
        measure(Choice.named("smd-exact"), jobs, worth, results);
      }
    }
    for (String epsilon : List.of("0.05", "0.01")) {
      for (int jobs : new int[] {10, 25, 50}) {
        measure(Choice.named("smd").with("epsilon", epsilon), jobs, Worth.ANY, results);
      }
    }
    results.save();
  }

  private static void warmUp() {
    for (int round = 0; round < 20; round++) {
      policy(Choice.named("smd-exact")).decide(picture(50, Worth.ANY, round));
      policy(Choice.named("smd")).decide(picture(20, Worth.ANY, round));
    }
  }

  private static void measure(Choice choice, int jobs, Worth worth, ResultRecorder results) {
    var seconds = new ArrayList<Double>();
    double least = 1;
    for (int seed = 1; seed <= PICTURES; seed++) {
      Cluster picture = picture(jobs, worth, seed);
      Policy policy = policy(choice);
      long before = PROCESSOR.getCurrentThreadCpuTime();
      Plan plan = policy.decide(picture);
      seconds.add((PROCESSOR.getCurrentThreadCpuTime() - before) * 1e-9);
      least = Math.min(least, share(plan));
    }
    seconds.sort(Double::compare);
    System.out.printf(
        Locale.ROOT,
        "%-24s %5d  %-8s %26.3f %8.3f %15.5f%n",
        choice,
        jobs,
        worth.name().toLowerCase(Locale.ROOT),
        seconds.get(PICTURES / 2),
        seconds.getLast(),
        least);
    String figure =
        "%s, %d jobs, %s".formatted(choice, jobs, worth.name().toLowerCase(Locale.ROOT));
    results.add(figure + ", worst processor time", seconds.getLast(), "s");
    results.add(figure + ", share of the best", least, "");
  }

  private static double share(Plan plan) {
    return plan.figures().stream()
        .filter(figure -> figure.name().equals("shareOfBest"))
        .mapToDouble(Figure::value)
        .findFirst()
        .orElse(Double.NaN);
  }

  private static Policy policy(Choice choice) {
    Catalog catalog = Catalog.installed();
    return catalog.policy(
        choice, catalog.placement(Choice.named("pooled")), new Seed(1).child("policy"));
  }

  private static Cluster picture(int count, Worth worth, int seed) {
    RandomGenerator random = new Seed(seed).stream("jobs");
    var jobs = new ArrayList<Job>();
    double[] all = new double[RESOURCES.size()];
    for (int number = 0; number < count; number++) {
      jobs.add(job(number, worth, random, all));
    }
    var capacity = new TreeMap<String, Double>();
    for (int resource = 0; resource < all.length; resource++) {
      capacity.put(RESOURCES.get(resource), Math.floor(all[resource] / 3));
    }
    return Cluster.of(NOW, Nodes.uniform(1, Resources.of(capacity)), jobs);
  }

  private static Job job(int number, Worth worth, RandomGenerator random, double[] all) {
    var limit = new TreeMap<String, Double>();
    double mean = 0;
    for (int resource = 0; resource < all.length; resource++) {
      double amount = random.nextInt(20, 1000);
      limit.put(RESOURCES.get(resource), amount);
      all[resource] += amount;
      mean += amount / all.length;
    }
    Resources task = Resources.of(Map.of(Resources.GPU, 10.0, Resources.CPU, 10.0));
    var demand = new Demand(task, Resources.of(Resources.CPU, 10), Resources.of(limit));
    var tasks = Range.between(1, 400);
    JobSpec spec =
        JobSpec.of(new JobId("job-" + number), demand, new Bounds(tasks, tasks), Work.steps(100))
            .withUtility(new Utility.Sigmoid(worth(worth, mean, random), 5, 12, TimeUnit.DAYS));
    return Job.submitted(spec, number, NOW, new Stepping(terms(random)), Duration.ZERO);
  }

  private static double worth(Worth worth, double mean, RandomGenerator random) {
    return switch (worth) {
      case ANY -> random.nextDouble(20, 1000);
      case WEAKLY -> Math.max(1, mean + random.nextDouble(-100, 100));
      case STRONGLY -> mean + 100;
    };
  }

  private static StepTerms terms(RandomGenerator random) {
    return new StepTerms.Synchronous(
        random.nextDouble(0, 0.5),
        random.nextDouble(0, 0.5),
        random.nextDouble(0, 10),
        random.nextDouble(0, 5),
        random.nextDouble(10, 1000));
  }
}
