package dev.ductile.bench.training;

import dev.ductile.bench.ResultRecorder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long workers stand still when a server or a worker comes or goes, for models of three sizes,
 * beside the same change by checkpoint, stop and start.
 */
final class Pauses {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int ROUNDS = 5;
  private static final int STEPS = 20;
  private static final int WORKERS = 2;
  private static final int SERVERS = 2;

  private final Path folder;

  /** A perceptron of so many parameters. */
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
    Crew.rehearse(Path.of(arguments[1]));
    var pauses = new Pauses(Path.of(arguments[0]));
    System.out.println(
        "milliseconds; each of %d changes in the order they were made; by the workers: the longest step less a usual one"
            .formatted(ROUNDS));
    int models = arguments.length < 3 ? MODELS.size() : Integer.parseInt(arguments[2]);
    for (Model model : MODELS.subList(0, models)) {
      pauses.measure(model);
    }
  }

  private void measure(Model model) throws IOException, InterruptedException {
    String title = "%.0f MiB".formatted(model.mebibytes());
    Path own = folder.resolve(title.replace(' ', '-'));
    try (var crew = new Crew(own, job(model), WORKERS, SERVERS)) {
      crew.startAll();
      print(title, "one step", List.of(step(crew)));
      var come = new ArrayList<Changed>();
      var go = new ArrayList<Changed>();
      var workerComes = new ArrayList<Changed>();
      var workerGoes = new ArrayList<Changed>();
      for (int round = 0; round < ROUNDS; round++) {
        come.add(change(crew, () -> crew.start("server-2"), WORKERS, SERVERS + 1));
        go.add(change(crew, () -> crew.leave("server-2"), WORKERS, SERVERS));
        workerComes.add(change(crew, () -> crew.start("worker-2"), WORKERS + 1, SERVERS));
        workerGoes.add(change(crew, () -> crew.leave("worker-2"), WORKERS, SERVERS));
      }
      print(title, "stop, save, start", List.of(restart(crew)));
      StepTimes steps = StepTimes.of(own);
      print(title, "a server joins", come, steps);
      print(title, "a server leaves", go, steps);
      print(title, "a worker joins", workerComes, steps);
      print(title, "a worker leaves", workerGoes, steps);
    }
  }

  /** How long a step takes while nothing changes. */
  private static double step(Crew crew) throws InterruptedException {
    Crew.Said first = await(crew, 0, WORKERS, SERVERS);
    long begin = Told.of(first).orElseThrow().step();
    Crew.Said last =
        crew.await(
            first.nanos(),
            each -> Told.of(each).filter(told -> told.step() >= begin + STEPS).isPresent(),
            PATIENCE);
    return (last.nanos() - first.nanos()) / 1e6 / (Told.of(last).orElseThrow().step() - begin);
  }

  /** Something that changes who takes part. */
  private interface Change {
    void make() throws IOException;
  }

  /**
   * A change that is over.
   *
   * @param paused the pause by the master's word
   */
  private record Changed(double paused, long fromMillis, long toMillis) {}

  private static Changed change(Crew crew, Change change, int workers, int servers)
      throws IOException, InterruptedException {
    long since = System.nanoTime();
    long from = System.currentTimeMillis();
    change.make();
    Crew.Said said =
        crew.await(
            since,
            each ->
                Told.of(each)
                    .filter(told -> told.hasSize(workers, servers))
                    .filter(told -> told.pausedMillis().isPresent())
                    .isPresent(),
            PATIENCE);
    await(crew, said.nanos(), workers, servers);
    double paused = Told.of(said).orElseThrow().pausedMillis().orElse(Double.NaN);
    return new Changed(paused, from, System.currentTimeMillis());
  }

  /** From the order to stop until the first step of the job that was started again. */
  private static double restart(Crew crew) throws IOException, InterruptedException {
    long since = System.nanoTime();
    crew.stop(PATIENCE);
    long stopped = System.nanoTime();
    crew.startAll();
    Crew.Said first = await(crew, stopped, WORKERS, SERVERS);
    return (first.nanos() - since) / 1e6;
  }

  /** Waits for the first step that is behind the job at a size. */
  private static Crew.Said await(Crew crew, long since, int workers, int servers)
      throws InterruptedException {
    long[] first = {Long.MAX_VALUE};
    return crew.await(
        since,
        each ->
            Told.of(each)
                .filter(told -> told.hasSize(workers, servers) && told.isRunning())
                .filter(told -> {
                  first[0] = Math.min(first[0], told.step());
                  return told.step() > first[0];
                })
                .isPresent(),
        PATIENCE);
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
