package dev.ductile.bench.learn;

import com.sun.management.OperatingSystemMXBean;
import dev.ductile.bench.training.Crew;
import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.OptimizerSpec.Kind;
import dev.ductile.runtime.learn.Reference;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Logistic regression to a given objective, in one process of ours and by LIBLINEAR (Fan et al.,
 * JMLR 2008), in seconds of a processor, and by a job of four processes. Reading the data and
 * starting are not counted; compiling and collecting garbage are counted for ours.
 */
final class Liblinear {
  private static final double[] GOALS = {1e-1, 1e-2, 1e-3, 1e-4};
  private static final int EVALUATIONS = 400;

  private final DataSet set;
  private final Path directory;
  private final List<Examples> splits;

  private Liblinear(DataSet set, Path directory) throws IOException {
    this.set = set;
    this.directory = directory;
    splits = Reference.splits(set.job(rule(Kind.SGD, 1, 0), 1), directory);
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (!LiblinearProgram.isThere()) {
      System.out.println("liblinear-train is not there (apt-get install liblinear-tools): skipped");
    }
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    Crew.rehearse(Path.of(arguments[1]));
    new Liblinear(new DataSet("a9a", 32_561, 123, 1), directory)
        .measure(
            List.of(rule(Kind.ADAGRAD, 0.3, 0), rule(Kind.ADAM, 0.01, 0.002)),
            new Distributed(128, 16, Duration.ofSeconds(10)));
    new Liblinear(new DataSet("kdd2012", 500_000, 2_000_000, 1), directory)
        .measure(
            List.of(rule(Kind.ADAGRAD, 0.3, 0), rule(Kind.ADAM, 0.01, 0.001)),
            new Distributed(1_000, 50, Duration.ofSeconds(30)));
  }

  /**
   * How a real job learns.
   *
   * @param saveEvery so many steps
   */
  private record Distributed(int batch, int saveEvery, Duration time) {}

  private static OptimizerSpec rule(Kind kind, double rate, double decay) {
    return new OptimizerSpec(kind, rate, 0.9, 0.9, 0.999, 1e-8, decay);
  }

  private void measure(List<OptimizerSpec> rules, Distributed by)
      throws IOException, InterruptedException {
    say("%n%s-like: %,d examples, %,d features%n", set.shape(), set.examples(), set.features());
    say("processor seconds until the objective is so much above the least:%n%-38s", "");
    for (double goal : GOALS) {
      say("%10s", "%s %%".formatted(goal * 100));
    }
    say("%n");
    double least = Double.NaN;
    if (LiblinearProgram.isThere()) {
      least = peers();
    }
    for (OptimizerSpec rule : rules) {
      ours(rule, by.batch(), least);
    }
    for (String synchrony : List.of("bsp", "asp")) {
      real(rules.getFirst(), synchrony, by, least);
    }
  }

  /** What LIBLINEAR takes; it is run with one tolerance after another, each from the beginning. */
  private double peers() throws IOException, InterruptedException {
    Path file = directory.resolve(set.shape());
    DataSet.write(splits, file);
    var program = new LiblinearProgram(directory, file);
    double least = objective(program.train(0, set.cost(), 1e-7, set.features()));
    double reading = program.train(0, set.cost(), 1e9, set.features()).processorSeconds();
    say("(reading %.2f s, not counted; least objective %.6f)%n", reading, least);
    for (int solver : new int[] {0, 7}) {
      double[] seconds = new double[GOALS.length];
      for (double tolerance = 10; tolerance > 1e-6; tolerance /= 3) {
        var run = program.train(solver, set.cost(), tolerance, set.features());
        note(seconds, objective(run) / least - 1, Math.max(1e-3, run.processorSeconds() - reading));
      }
      row(solver == 0 ? "LIBLINEAR -s 0 (trust region)" : "LIBLINEAR -s 7 (dual)", seconds);
    }
    return least;
  }

  private double objective(LiblinearProgram.Run run) {
    return set.objective(splits, run.weights());
  }

  private void ours(OptimizerSpec rule, int batch, double least) {
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
    row("one process, %s, batch %d".formatted(rule.kind(), batch), seconds);
    say(
        "  %.6f after %.1f epochs; %,.0f examples a second%n",
        objective,
        (double) reference.step() / reference.stepsOfEpoch(),
        reference.step() / (double) reference.stepsOfEpoch() * set.examples() / spent);
  }

  /** By processes: what they take of the clock, and of all processors. */
  private void real(OptimizerSpec rule, String synchrony, Distributed by, double least)
      throws IOException, InterruptedException {
    var model = new Reference(set.job(rule, by.batch()), splits).model();
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

  private static void note(double[] seconds, double above, double spent) {
    for (int g = 0; g < GOALS.length; g++) {
      if (above <= GOALS[g] && (seconds[g] == 0 || spent < seconds[g])) {
        seconds[g] = spent;
      }
    }
  }

  private static void row(String who, double[] seconds) {
    say("%-38s", who);
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
