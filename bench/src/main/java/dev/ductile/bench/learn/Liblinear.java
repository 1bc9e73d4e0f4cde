package dev.ductile.bench.learn;

import com.sun.management.OperatingSystemMXBean;
import dev.ductile.bench.ResultRecorder;
import dev.ductile.bench.training.LaunchedJob;
import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.OptimizerSpec.Kind;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.training.Reference;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Logistic regression to a given objective: by one process of ours, by the library of LIBLINEAR
 * (Fan et al., JMLR 2008) and by jobs of several processes, in processor time. All have the data in
 * memory. Reading and starting are not counted; compilation and garbage collection of ours are.
 */
final class Liblinear {
  private static final double[] GOALS = {1e-1, 1e-2, 1e-3, 1e-4};
  private static final int EVALUATIONS = 400;
  private static final int ONE_PERCENT = 1;
  private static final int REPEATED = 5;
  private static final OptimizerSpec NEWTON = OptimizerSpec.of(Kind.NEWTON, 1);

  private final DataSet set;
  private final Path directory;
  private final List<Examples> splits;

  /** Seconds of the faster solver of LIBLINEAR to 1 %; NaN before they are measured. */
  private double fastest = Double.NaN;

  private Liblinear(DataSet set, Path directory) throws IOException {
    this.set = set;
    this.directory = directory;
    splits = Reference.splits(set.job(NEWTON, BatchSpec.ALL), directory);
  }

  /** {@code Liblinear FOLDER REHEARSAL [newton]}; newton leaves out mini-batches. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    LaunchedJob.rehearse(Path.of(arguments[1]));
    boolean all = arguments.length < 3 || !arguments[2].equals("newton");
    var dense = new Liblinear(new DataSet("a9a", 32_561, 123, 1), directory);
    double least = dense.exact();
    if (all) {
      dense.byMiniBatches(
          List.of(rule(Kind.ADAGRAD, 0.3, 0), rule(Kind.ADAM, 0.01, 0.002)),
          new Distributed(128, 16, Duration.ofSeconds(10)),
          least);
    }
    var sparse = new Liblinear(new DataSet("kdd2012", 500_000, 2_000_000, 1), directory);
    least = sparse.exact();
    if (all) {
      sparse.byMiniBatches(
          List.of(rule(Kind.ADAGRAD, 0.3, 0), rule(Kind.ADAM, 0.01, 0.001)),
          new Distributed(1_000, 50, Duration.ofSeconds(30)),
          least);
    }
  }

  /**
   * The settings of a real job.
   *
   * @param saveEvery the steps between two checkpoints
   */
  private record Distributed(int batch, int saveEvery, Duration time) {}

  private static OptimizerSpec rule(Kind kind, double rate, double decay) {
    return new OptimizerSpec(kind, rate, 0.9, 0.9, 0.999, 1e-8, decay);
  }

  /**
   * Measures LIBLINEAR and our Newton method.
   *
   * @return the minimal objective
   */
  private double exact() throws IOException, InterruptedException {
    say("%n%s-like: %,d examples, %,d features%n", set.shape(), set.examples(), set.features());
    say("processor seconds until the objective is this far above its minimum:%n%-38s", "");
    for (double goal : GOALS) {
      say("%10s", "%s %%".formatted(goal * 100));
    }
    say("%n");
    double least = peers();
    for (int time = 1; time <= 3; time++) {
      beside("one process, time " + time, ours(NEWTON, BatchSpec.ALL, least));
    }
    newton(1, least);
    newton(0, least);
    return least;
  }

  private void byMiniBatches(List<OptimizerSpec> rules, Distributed by, double least)
      throws IOException, InterruptedException {
    for (OptimizerSpec rule : rules) {
      ours(rule, new BatchSpec(by.batch(), false, BatchSpec.RateRule.NONE), least);
    }
    for (String synchrony : List.of("bsp", "asp")) {
      real(rules.getFirst(), synchrony, by, least);
    }
  }

  /** The aim of our method. */
  private void beside(String trained, double[] seconds) {
    double times = seconds[ONE_PERCENT] / fastest;
    say("  to 1 %%: %.1f times LIBLINEAR's faster solver%n", times);
    if (Double.isFinite(times)) {
      String figure =
          "%s-like, newton, %s, to 1 %%, LIBLINEAR's times".formatted(set.shape(), trained);
      ResultRecorder.keep(figure, times, "");
    }
  }

  /**
   * Measures LIBLINEAR with one tolerance after another, each from the beginning.
   *
   * @return the minimal objective
   */
  private double peers() {
    try (Arena arena = Arena.ofConfined()) {
      Optional<LiblinearLibrary> found = LiblinearLibrary.load(arena, splits, set.features());
      if (found.isEmpty()) {
        say("LIBLINEAR is not there (apt-get install liblinear-tools): its rows are skipped%n");
        return least();
      }
      LiblinearLibrary library = found.get();
      double least = objective(library.train(0, set.cost(), 1e-7));
      say("(least objective %.6f)%n", least);
      for (int solver : new int[] {0, 7}) {
        double[] seconds = new double[GOALS.length];
        for (double tolerance = 10; tolerance > 1e-6; tolerance /= 3) {
          LiblinearLibrary.Run run = library.train(solver, set.cost(), tolerance);
          note(seconds, objective(run) / least - 1, run.processorSeconds());
        }
        row(solver == 0 ? "LIBLINEAR -s 0 (trust region)" : "LIBLINEAR -s 7 (dual)", seconds);
        boolean first = Double.isNaN(fastest);
        fastest = first ? seconds[ONE_PERCENT] : Math.min(fastest, seconds[ONE_PERCENT]);
      }
      return least;
    }
  }

  /** The objective that our Newton method reaches. */
  private double least() {
    var reference = new Reference(set.job(NEWTON, BatchSpec.ALL), splits);
    for (int step = 0; step < 100; step++) {
      reference.advance();
    }
    return set.objective(splits, reference.numbers(0));
  }

  private double objective(LiblinearLibrary.Run run) {
    return set.objective(splits, run.weights());
  }

  private double[] ours(OptimizerSpec rule, BatchSpec batch, double least) {
    var reference = new Reference(set.job(rule, batch), splits);
    double[] seconds = new double[GOALS.length];
    double spent = 0;
    long steps = Math.max(1, reference.stepsOfEpoch() / 8);
    double objective = Double.NaN;
    for (int i = 0; i < EVALUATIONS && seconds[GOALS.length - 1] == 0; i++) {
      double before = processorSeconds();
      for (long step = 0; step < steps; step++) {
        reference.advance();
      }
      spent += processorSeconds() - before;
      objective = set.objective(splits, reference.numbers(0));
      note(seconds, objective / least - 1, spent);
    }
    String size = batch.isAll() ? "all examples" : "batch " + batch.examples();
    row("one process, %s, %s".formatted(rule.kind(), size), seconds);
    say(
        "  %.6f after %.1f epochs; %,.0f examples a second%n",
        objective,
        (double) reference.step() / reference.stepsOfEpoch(),
        reference.step() / (double) reference.stepsOfEpoch() * set.examples() / spent);
    return seconds;
  }

  /** Measures jobs of mini-batches: wall time and the processor time of all processes. */
  private void real(OptimizerSpec rule, String synchrony, Distributed by, double least)
      throws IOException, InterruptedException {
    var batch = new BatchSpec(by.batch(), false, BatchSpec.RateRule.NONE);
    Model model = Models.of(set.job(rule, batch));
    var job = new RealJob(set, rule, model, directory.resolve("job-" + synchrony));
    double[] seconds = new double[GOALS.length];
    double[] processors = new double[GOALS.length];
    List<RealJob.Snapshot> snapshots = job.run(synchrony, by.batch(), by.saveEvery(), by.time());
    for (RealJob.Snapshot snapshot : snapshots) {
      double above = set.objective(splits, job.weights(snapshot)) / least - 1;
      note(seconds, above, snapshot.seconds());
      note(processors, above, snapshot.processorSeconds());
    }
    job.delete();
    row("2 workers, 1 server, %s: of a clock".formatted(synchrony), seconds);
    row("  of all processors", processors);
    say("  %d times saved in %s%n", snapshots.size(), by.time());
  }

  /**
   * Measures jobs of {@code newton}: they end with the step at which one process reaches an
   * objective, and the median of their times counts. The parameters of the longest job are
   * compared.
   */
  private void newton(int servers, double least) throws IOException, InterruptedException {
    var reference = new Reference(set.job(NEWTON, BatchSpec.ALL), splits);
    long[] needed = needed(reference, least);
    double objective = set.objective(splits, reference.numbers(0));
    var jobs = new TreeMap<Long, RealJob.Whole>();
    for (long steps : needed) {
      if (steps > 0 && !jobs.containsKey(steps)) {
        jobs.put(steps, median(servers, steps, reference.model()));
      }
    }
    String launched = servers == 0 ? "2 workers, all-reduce" : "2 workers, 1 server";
    row("%s, NEWTON: of a clock".formatted(launched), times(needed, jobs, RealJob.Whole::seconds));
    double[] processors = times(needed, jobs, RealJob.Whole::processorSeconds);
    row("  of all processors", processors);
    beside(servers == 0 ? "all-reduce job" : "job with a server", processors);
    double learnt = set.objective(splits, jobs.lastEntry().getValue().weights());
    say("  steps %s; objective %.6f, in one process %.6f%n", list(needed), learnt, objective);
  }

  private RealJob.Whole median(int servers, long steps, Model model)
      throws IOException, InterruptedException {
    double[] seconds = new double[REPEATED];
    double[] processors = new double[REPEATED];
    float[] weights = {};
    var real = new RealJob(set, NEWTON, model, directory.resolve("newton-" + servers));
    for (int time = 0; time < REPEATED; time++) {
      RealJob.Whole job = real.run(servers, steps);
      seconds[time] = job.seconds();
      processors[time] = job.processorSeconds();
      weights = job.weights();
      real.delete();
    }
    return new RealJob.Whole(median(seconds), median(processors), weights);
  }

  private static double[] times(
      long[] needed, Map<Long, RealJob.Whole> jobs, ToDoubleFunction<RealJob.Whole> time) {
    return Arrays.stream(needed)
        .mapToDouble(steps -> steps == 0 ? 0 : time.applyAsDouble(jobs.get(steps)))
        .toArray();
  }

  /** The steps to each objective; 0 if it is not reached. */
  private long[] needed(Reference reference, double least) {
    long[] needed = new long[GOALS.length];
    while (reference.step() < EVALUATIONS && needed[GOALS.length - 1] == 0) {
      reference.advance();
      double above = set.objective(splits, reference.numbers(0)) / least - 1;
      for (int g = 0; g < GOALS.length; g++) {
        if (needed[g] == 0 && above <= GOALS[g]) {
          needed[g] = reference.step();
        }
      }
    }
    return needed;
  }

  private static double median(double[] times) {
    return Arrays.stream(times).sorted().toArray()[times.length / 2];
  }

  private static String list(long[] steps) {
    return Arrays.stream(steps).mapToObj(Long::toString).collect(Collectors.joining(", "));
  }

  private static void note(double[] seconds, double above, double spent) {
    for (int g = 0; g < GOALS.length; g++) {
      if (above <= GOALS[g] && (seconds[g] == 0 || spent < seconds[g])) {
        seconds[g] = spent;
      }
    }
  }

  private static void row(String title, double[] seconds) {
    say("%-38s", title);
    for (double second : seconds) {
      say("%10s", second == 0 ? "-" : "%.3f".formatted(second));
    }
    say("%n");
  }

  private static double processorSeconds() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        / 1e9;
  }

  private static void say(String format, Object... values) {
    System.out.print(String.format(Locale.ROOT, format, values));
  }
}
