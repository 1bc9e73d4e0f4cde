package dev.ductile.bench.faults;

import dev.ductile.bench.training.LaunchedJob;
import dev.ductile.runtime.Trainer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recovery from {@code kill -9} of any process, at random and at chosen moments of several jobs:
 * the time until the job trains again, and its final loss beside undisturbed runs.
 */
final class Faults {
  private static final String LINES = "output.txt";
  private static final long SEEDS_APART = 1_000;

  private final Path folder;
  private final long seed;
  private final List<FaultJob> subjects;
  private final FaultStatistics tally = new FaultStatistics();
  private final Map<String, UndisturbedRuns> expected = new TreeMap<>();
  private int failures;

  private Faults(Path folder, long seed, List<FaultJob> subjects) {
    this.folder = folder;
    this.seed = seed;
    this.subjects = subjects;
  }

  /**
   * {@code Faults FOLDER REHEARSAL [KILLS [SEED [RUN [JOB...]]]]}: the first run may be chosen to
   * repeat a failure.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    LaunchedJob.rehearse(Path.of(arguments[1]));
    int kills = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 100;
    long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : 1;
    int first = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 0;
    Path folder = Path.of(arguments[0]).resolve("seed-" + seed);
    remove(folder);
    List<String> names =
        List.of(arguments).subList(Math.min(5, arguments.length), arguments.length);
    var faults = new Faults(Files.createDirectories(folder), seed, FaultJob.named(names));
    faults.measure(kills, first);
    System.exit(faults.isGood() ? 0 : 1);
  }

  private boolean isGood() {
    return failures == 0 && tally.isSoonEnough();
  }

  private void measure(int kills, int first) throws IOException, InterruptedException {
    for (int run = first; tally.kills() < kills && run < first + kills; run++) {
      FaultJob spec = subjects.get(run % subjects.size());
      UndisturbedRuns wanted = expected(spec);
      tally.started(bareStart());
      String title = "run %d, %s".formatted(run, spec.name());
      Path own = folder.resolve("run-%d-%s".formatted(run, spec.name()));
      try {
        disturb(spec, own, title, new Random(seed * SEEDS_APART + run), wanted);
      } catch (IOException | RuntimeException e) {
        failures++;
        System.out.printf("%s, seed %d: FAILED: %s%n", title, seed, e.getMessage());
      }
    }
    tally.print();
    System.out.printf("runs that failed or ended with another loss: %d%n", failures);
  }

  private UndisturbedRuns expected(FaultJob spec) throws IOException, InterruptedException {
    UndisturbedRuns known = expected.get(spec.name());
    if (known != null) {
      return known;
    }
    var found = UndisturbedRuns.of(spec, folder.resolve("undisturbed"));
    System.out.printf(
        "%s, undisturbed: loss %s, so expected %s%n",
        spec.name(),
        found.losses().stream().map("%.6f"::formatted).collect(Collectors.joining(" ")),
        found.range());
    expected.put(spec.name(), found);
    return found;
  }

  private void disturb(FaultJob spec, Path own, String title, Random random, UndisturbedRuns wanted)
      throws IOException, InterruptedException {
    try (var launched = new LaunchedJob(own, spec.file(), spec.workers(), spec.servers())) {
      var job = new JobUnderTest(launched);
      var run =
          new FaultRun(spec, own, job, random, what -> System.out.printf("%s: %s%n", title, what));
      try {
        job.startAll();
        run.go();
        job.finish();
        judge(spec, wanted, wanted.trained().result(own.resolve("checkpoints")), title);
      } catch (IOException | RuntimeException e) {
        System.out.printf("%s%nall lines: %s%n", launched.last(), own.resolve(LINES));
        throw e;
      } finally {
        Files.write(own.resolve(LINES), lines(launched));
        job.replaced().forEach(each -> System.out.printf("%s: replaced %s%n", title, each));
        tally.add(title, spec, run.kills(), job.output());
      }
    }
  }

  private static List<String> lines(LaunchedJob launched) {
    long first = launched.output().isEmpty() ? 0 : launched.output().getFirst().nanos();
    return launched.output().stream()
        .map(each ->
            "%9.1f %s: %s".formatted((each.nanos() - first) / 1e6, each.name(), each.line()))
        .toList();
  }

  private void judge(
      FaultJob spec, UndisturbedRuns wanted, TrainedJob.Result result, String title) {
    boolean same = wanted.range().holds(result.loss());
    System.out.printf(
        "%s: loss %.6f, expected %s; parameters differ by %.1e at most%s%n",
        title,
        result.loss(),
        wanted.range(),
        result.distance(wanted.once()),
        same ? "" : "; seed " + seed + ": ANOTHER LOSS");
    boolean whole = spec.paced() || result.step() == wanted.once().step();
    boolean read = result.cursors().equals(wanted.once().cursors());
    if (!same || !whole || !read) {
      throw new IllegalStateException(
          "it ended at step %d with loss %.6f, having read %s"
              .formatted(result.step(), result.loss(), result.cursors()));
    }
  }

  /** The time of the same program from its launch to its first line. */
  private static double bareStart() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(Trainer.command(List.of(Trainer.WORD)))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      if (in.readLine() == null) {
        throw new IOException("the program prints nothing");
      }
    }
    double millis = (System.nanoTime() - begin) / 1e6;
    process.waitFor();
    return millis;
  }

  private static void remove(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
