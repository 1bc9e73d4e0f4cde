package dev.ductile.bench.faults;

import dev.ductile.bench.training.Crew;
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
 * What {@code kill -9} of any one process costs, at random moments of several jobs and at moments
 * that are chosen for it: how long until the job goes on, and whether it ends with the loss that it
 * would have had.
 */
final class Faults {
  private static final String LINES = "said.txt";
  private static final long SEEDS_APART = 1_000;

  private final Path folder;
  private final long seed;
  private final List<Subject> subjects;
  private final Tally tally = new Tally();
  private final Map<String, Expectation> expected = new TreeMap<>();
  private int failures;

  private Faults(Path folder, long seed, List<Subject> subjects) {
    this.folder = folder;
    this.seed = seed;
    this.subjects = subjects;
  }

  /**
   * Takes a folder for its files, a job to rehearse, how many kills, a seed, the run to begin with,
   * and the names of jobs.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    Crew.rehearse(Path.of(arguments[1]));
    int kills = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 100;
    long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : 1;
    int first = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 0;
    Path folder = Path.of(arguments[0]).resolve("seed-" + seed);
    remove(folder);
    List<String> names =
        List.of(arguments).subList(Math.min(5, arguments.length), arguments.length);
    var faults = new Faults(Files.createDirectories(folder), seed, Subject.named(names));
    faults.measure(kills, first);
    System.exit(faults.isGood() ? 0 : 1);
  }

  private boolean isGood() {
    return failures == 0 && tally.isSoonEnough();
  }

  private void measure(int kills, int first) throws IOException, InterruptedException {
    for (int run = first; tally.kills() < kills && run < first + kills; run++) {
      Subject subject = subjects.get(run % subjects.size());
      Expectation wanted = expected(subject);
      tally.started(bareStart());
      String title = "run %d, %s".formatted(run, subject.name());
      Path own = folder.resolve("run-%d-%s".formatted(run, subject.name()));
      try {
        disturb(subject, own, title, new Random(seed * SEEDS_APART + run), wanted);
      } catch (IOException | RuntimeException e) {
        failures++;
        System.out.printf("%s, seed %d: FAILED: %s%n", title, seed, e.getMessage());
      }
    }
    tally.print();
    System.out.printf("runs that failed or ended with another loss: %d%n", failures);
  }

  private Expectation expected(Subject subject) throws IOException, InterruptedException {
    Expectation known = expected.get(subject.name());
    if (known != null) {
      return known;
    }
    var found = Expectation.of(subject, folder.resolve("undisturbed"));
    System.out.printf(
        "%s, undisturbed: loss %s, so expected %s%n",
        subject.name(),
        found.losses().stream().map("%.6f"::formatted).collect(Collectors.joining(" ")),
        found.band());
    expected.put(subject.name(), found);
    return found;
  }

  private void disturb(Subject subject, Path own, String title, Random random, Expectation wanted)
      throws IOException, InterruptedException {
    try (var crew = new Crew(own, subject.file(), subject.workers(), subject.servers())) {
      var ward = new JobUnderTest(crew);
      var ordeal =
          new FaultRun(
              subject, own, ward, random, what -> System.out.printf("%s: %s%n", title, what));
      try {
        ward.startAll();
        ordeal.go();
        ward.finish();
        judge(subject, wanted, wanted.lesson().learnt(own.resolve("checkpoints")), title);
      } catch (IOException | RuntimeException e) {
        System.out.printf("%s%nall lines: %s%n", crew.last(), own.resolve(LINES));
        throw e;
      } finally {
        Files.write(own.resolve(LINES), lines(crew));
        ward.replaced().forEach(each -> System.out.printf("%s: replaced %s%n", title, each));
        tally.add(title, subject, ordeal.strikes(), ward.said());
      }
    }
  }

  private static List<String> lines(Crew crew) {
    long first = crew.said().isEmpty() ? 0 : crew.said().getFirst().nanos();
    return crew.said().stream()
        .map(each ->
            "%9.1f %s: %s".formatted((each.nanos() - first) / 1e6, each.name(), each.line()))
        .toList();
  }

  private void judge(Subject subject, Expectation wanted, TrainedJob.Learnt learnt, String title) {
    boolean same = wanted.band().holds(learnt.loss());
    System.out.printf(
        "%s: loss %.6f, expected %s; numbers differ by %.1e at most%s%n",
        title,
        learnt.loss(),
        wanted.band(),
        learnt.distance(wanted.once()),
        same ? "" : "; seed " + seed + ": ANOTHER LOSS");
    boolean whole = subject.paced() || learnt.step() == wanted.once().step();
    boolean read = learnt.cursors().equals(wanted.once().cursors());
    if (!same || !whole || !read) {
      throw new IllegalStateException(
          "it ended at step %d with loss %.6f, having read %s"
              .formatted(learnt.step(), learnt.loss(), learnt.cursors()));
    }
  }

  /** How long the same program takes from its launch to its first line. */
  private static double bareStart() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(Trainer.command(List.of(Trainer.WORD)))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      if (in.readLine() == null) {
        throw new IOException("the program says nothing");
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
