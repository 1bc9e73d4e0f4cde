package dev.ductile.bench.training;

import dev.ductile.bench.ResultRecorder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Pauses of workers when a server or a worker joins or leaves, for models of three sizes, beside
 * the same change by checkpoint, stop and start.
 */
final class Pauses {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int ROUNDS = 5;
  private static final int STEPS = 20;
  private static final int WORKERS = 2;
  private static final int SERVERS = 2;

  private final Path folder;

  /** A perceptron with one hidden layer. */
  private record Model(int features, int hidden) {
    double mebibytes() {
      return 4.0 * features * hidden / (1 << 20);
    }
  }

  private static final List<Model> MODELS =
      List.of(new Model(1024, 4096), new Model(2048, 8192), new Model(4096, 16384));

  private Pauses(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    LaunchedJob.rehearse(Path.of(arguments[1]));
    var pauses = new Pauses(Path.of(arguments[0]));
    System.out.println(
        "milliseconds of each of %d changes in order; by the workers: the longest step less a usual one"
            .formatted(ROUNDS));
    int models = arguments.length < 3 ? MODELS.size() : Integer.parseInt(arguments[2]);
    for (Model model : MODELS.subList(0, models)) {
      pauses.measure(model);
    }
  }

  private void measure(Model model) throws IOException, InterruptedException {
    String title = "%.0f MiB".formatted(model.mebibytes());
    Path own = folder.resolve(title.replace(' ', '-'));
    try (var launched = new LaunchedJob(own, job(model), WORKERS, SERVERS)) {
      launched.startAll();
      print(title, "one step", List.of(step(launched)));
      var come = new ArrayList<Changed>();
      var go = new ArrayList<Changed>();
      var workerComes = new ArrayList<Changed>();
      var workerGoes = new ArrayList<Changed>();
      for (int round = 0; round < ROUNDS; round++) {
        come.add(change(launched, () -> launched.start("server-2"), WORKERS, SERVERS + 1));
        go.add(change(launched, () -> launched.leave("server-2"), WORKERS, SERVERS));
        workerComes.add(change(launched, () -> launched.start("worker-2"), WORKERS + 1, SERVERS));
        workerGoes.add(change(launched, () -> launched.leave("worker-2"), WORKERS, SERVERS));
      }
      print(title, "stop, save, start", List.of(restart(launched)));
      StepTimes steps = StepTimes.of(own);
      print(title, "a server joins", come, steps);
      print(title, "a server leaves", go, steps);
      print(title, "a worker joins", workerComes, steps);
      print(title, "a worker leaves", workerGoes, steps);
    }
  }

  /** The time of a step while nothing changes. */
  private static double step(LaunchedJob launched) throws InterruptedException {
    LaunchedJob.OutputLine first = await(launched, 0, WORKERS, SERVERS);
    long begin = MasterReport.of(first).orElseThrow().step();
    LaunchedJob.OutputLine last =
        launched.await(
            first.nanos(),
            each ->
                MasterReport.of(each).filter(report -> report.step() >= begin + STEPS).isPresent(),
            LIMIT);
    return (last.nanos() - first.nanos())
        / 1e6
        / (MasterReport.of(last).orElseThrow().step() - begin);
  }

  /** A change of the job's members. */
  private interface Change {
    void make() throws IOException;
  }

  /**
   * A finished change.
   *
   * @param paused the pause that the master reports
   */
  private record Changed(double paused, long fromMillis, long toMillis) {}

  private static Changed change(LaunchedJob launched, Change change, int workers, int servers)
      throws IOException, InterruptedException {
    long since = System.nanoTime();
    long from = System.currentTimeMillis();
    change.make();
    LaunchedJob.OutputLine printed =
        launched.await(
            since,
            each ->
                MasterReport.of(each)
                    .filter(report -> report.hasSize(workers, servers))
                    .filter(report -> report.pausedMillis().isPresent())
                    .isPresent(),
            LIMIT);
    await(launched, printed.nanos(), workers, servers);
    double paused = MasterReport.of(printed).orElseThrow().pausedMillis().orElse(Double.NaN);
    return new Changed(paused, from, System.currentTimeMillis());
  }

  /** The time from the stop request until the first step of the restarted job. */
  private static double restart(LaunchedJob launched) throws IOException, InterruptedException {
    long since = System.nanoTime();
    launched.stop(LIMIT);
    long stopped = System.nanoTime();
    launched.startAll();
    LaunchedJob.OutputLine first = await(launched, stopped, WORKERS, SERVERS);
    return (first.nanos() - since) / 1e6;
  }

  /** Waits for the first finished step at a size. */
  private static LaunchedJob.OutputLine await(
      LaunchedJob launched, long since, int workers, int servers) throws InterruptedException {
    long[] first = {Long.MAX_VALUE};
    return launched.await(
        since,
        each ->
            MasterReport.of(each)
                .filter(report -> report.hasSize(workers, servers) && report.isRunning())
                .filter(report -> {
                  first[0] = Math.min(first[0], report.step());
                  return report.step() > first[0];
                })
                .isPresent(),
        LIMIT);
  }

  private static void print(String title, String what, List<Changed> all, StepTimes steps) {
    List<Double> paused = all.stream().map(Changed::paused).sorted().toList();
    String figure = "%s, %s".formatted(title, what);
    ResultRecorder.keep(figure + ", median pause", paused.get(paused.size() / 2), "ms");
    ResultRecorder.keep(figure + ", longest pause", paused.getLast(), "ms");
    print(title, what, all.stream().map(Changed::paused).toList());
    print(
        "",
        "by the workers",
        all.stream().map(each -> steps.excess(each.fromMillis(), each.toMillis())).toList());
  }

  private static void print(String title, String what, List<Double> millis) {
    List<Double> sorted = millis.stream().sorted().toList();
    System.out.printf(
        "%-8s %-18s median %8.1f  worst %8.1f   %s%n",
        title,
        what,
        sorted.get(sorted.size() / 2),
        sorted.getLast(),
        String.join(" ", millis.stream().map("%.1f"::formatted).toList()));
  }

  private static String job(Model model) {
    return """
    job: pause
    model: {kind: mlp, hidden: [%d], classes: 2}
    data: {generate: dense, examples: 256, features: %d, splits: 16}
    optimizer: {kind: sgd, learningRate: 0.001}
    batch: 4
    stop: {steps: 1000000}
    workers: %d
    servers: %d
    """
        .formatted(model.hidden(), model.features(), WORKERS, SERVERS);
  }
}
