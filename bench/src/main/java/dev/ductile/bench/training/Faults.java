package dev.ductile.bench.training;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * What {@code kill -9} of any one process costs, at random moments of several jobs: how long until
 * the job goes on, and whether it ends with the loss that it would have had.
 */
final class Faults {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int WORKERS = 3;
  private static final int SERVERS = 3;
  private static final int KILLS_OF_A_RUN = 5;
  private static final int SHORTEST_REST_MILLIS = 100;
  private static final int LONGEST_REST_MILLIS = 1_500;

  private static final Map<String, String> JOBS =
      Map.of(
          "logistic",
          """
          model: {kind: logistic, l2: 0.0001}
          data: {generate: a9a, examples: 32000, splits: 12}
          optimizer: {kind: sgd, learningRate: 0.1}
          batch: 256
          """,
          "softmax-adam",
          """
          model: {kind: softmax, classes: 10}
          data: {generate: digits, examples: 20000, splits: 12}
          optimizer: {kind: adam, learningRate: 0.001}
          batch: 200
          """,
          "keyed",
          """
          model: {kind: logistic}
          data: {generate: kdd2012, examples: 100000, features: 2000000, splits: 12}
          optimizer: {kind: adagrad, learningRate: 0.05}
          batch: 2000
          """);

  private final Path folder;
  private final SplittableRandom random;
  private final Map<String, List<Double>> recoveries = new TreeMap<>();
  private int wrong;

  private Faults(Path folder, long seed) {
    this.folder = folder;
    this.random = new SplittableRandom(seed);
  }

  /** Takes the folder for its files, a job to rehearse, how many kills, and a seed. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    Crew.rehearse(Path.of(arguments[1]));
    int kills = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 100;
    long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : 1;
    new Faults(Path.of(arguments[0]), seed).measure(kills);
  }

  private void measure(int kills) throws IOException, InterruptedException {
    var undisturbed = new TreeMap<String, Double>();
    for (String job : JOBS.keySet()) {
      undisturbed.put(job, run(job, "undisturbed", 0));
    }
    List<String> jobs = List.copyOf(undisturbed.keySet());
    for (int run = 0; run * KILLS_OF_A_RUN < kills; run++) {
      String job = jobs.get(run % jobs.size());
      double loss = run(job, "run-" + run, KILLS_OF_A_RUN);
      double expected = undisturbed.get(job);
      boolean same = Math.abs(loss - expected) <= 1e-4 * Math.max(1e-3, Math.abs(expected));
      wrong += same ? 0 : 1;
      System.out.printf(
          "run %d, %s: loss %.6f, undisturbed %.6f%s%n",
          run, job, loss, expected, same ? "" : "  DIFFERS");
    }
    recoveries.forEach(Faults::print);
    print("all", recoveries.values().stream().flatMap(List::stream).toList());
    System.out.printf("jobs that ended with another loss: %d%n", wrong);
  }

  /** One job from its start to its end; the loss it ends with. */
  private double run(String job, String name, int kills) throws IOException, InterruptedException {
    try (var crew = new Crew(folder.resolve(job + "-" + name), text(job), WORKERS, SERVERS)) {
      crew.startAll();
      crew.await(0, each -> isRunning(each, 0), PATIENCE);
      for (int kill = 0; kill < kills; kill++) {
        rest(crew);
        if (crew.process("master-0").filter(Process::isAlive).isEmpty()) {
          break;
        }
        strike(crew);
      }
      int code = crew.finish(PATIENCE);
      if (code != 0) {
        throw new IllegalStateException(
            "%s %s ended with %d; last:%n%s".formatted(job, name, code, crew.last()));
      }
      return crew.said().stream()
          .flatMap(each -> Told.of(each).stream())
          .flatMapToDouble(told -> told.loss().stream())
          .reduce((_, last) -> last)
          .orElse(Double.NaN);
    }
  }

  private void rest(Crew crew) throws InterruptedException {
    long millis = random.nextLong(SHORTEST_REST_MILLIS, LONGEST_REST_MILLIS);
    Process master = crew.process("master-0").orElseThrow();
    boolean ended = master.waitFor(millis, TimeUnit.MILLISECONDS);
    if (ended && master.exitValue() != 0) {
      throw new IllegalStateException("the master has ended; last:\n" + crew.last());
    }
  }

  private void strike(Crew crew) throws IOException, InterruptedException {
    List<String> names = new ArrayList<>(crew.processes().keySet().stream().sorted().toList());
    String victim = names.get(random.nextInt(names.size()));
    Process process = crew.process(victim).orElseThrow();
    long since = System.nanoTime();
    process.destroyForcibly().waitFor();
    crew.start(victim);
    Crew.Said back = crew.await(since, each -> isRunning(each, since) || hasEnded(each), PATIENCE);
    String role = victim.substring(0, victim.indexOf('-'));
    recoveries.computeIfAbsent(role, _ -> new ArrayList<>()).add((back.nanos() - since) / 1e6);
  }

  /** The line that ends a regroup, or that a new master begins with. */
  private static boolean isRunning(Crew.Said said, long since) {
    return Told.of(said)
        .filter(told -> told.isRunning() && told.pausedMillis().isPresent())
        .filter(_ -> said.nanos() >= since)
        .isPresent();
  }

  private static boolean hasEnded(Crew.Said said) {
    return said.line().contains("\"ended\"");
  }

  private static void print(String role, List<Double> millis) {
    List<Double> sorted = millis.stream().sorted().toList();
    System.out.printf(
        "%-8s %3d kills: recovery mean %.0f ms, median %.0f, worst %.0f%n",
        role,
        sorted.size(),
        sorted.stream().mapToDouble(each -> each).average().orElse(Double.NaN),
        sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2),
        sorted.isEmpty() ? Double.NaN : sorted.getLast());
  }

  private static String text(String job) {
    return """
    job: %s
    %sstop: {steps: %d}
    workers: %d
    servers: %d
    replication: 2
    checkpoint: {every: 1s}
    """
        .formatted(job, JOBS.get(job), 2_500, WORKERS, SERVERS);
  }
}
