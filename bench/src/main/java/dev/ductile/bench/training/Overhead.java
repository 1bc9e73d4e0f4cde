package dev.ductile.bench.training;

import dev.ductile.bench.ResultRecorder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The share of a job's time that changing its size costs, in the pattern of Wang et al., "Elastic
 * Parameter Server", TPDS 2022, Section 7.4: another job comes, gets a worker and a server of this
 * one, and goes again. Hot, and by stopping and starting the whole job.
 */
final class Overhead {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long REST_MILLIS = 5_000;
  private static final int WORKERS = 3;
  private static final int SERVERS = 2;

  private final Path folder;
  private final int cycles;

  private Overhead(Path folder, int cycles) {
    this.folder = folder;
    this.cycles = cycles;
  }

  /** Takes the folder for its files, a job to rehearse, and how often the other job comes. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    Crew.rehearse(Path.of(arguments[1]));
    int cycles = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 6;
    var overhead = new Overhead(Path.of(arguments[0]), cycles);
    overhead.hot();
    overhead.killed();
  }

  private void hot() throws IOException, InterruptedException {
    try (var crew = new Crew(folder.resolve("hot"), job("first"), WORKERS, SERVERS)) {
      crew.startAll();
      awaitStep(crew, 0, WORKERS, SERVERS);
      long since = System.nanoTime();
      for (int cycle = 0; cycle < cycles; cycle++) {
        long asked = System.nanoTime();
        crew.leave("worker-2");
        crew.leave("server-1");
        awaitStep(crew, asked, WORKERS - 1, SERVERS - 1);
        other(cycle, crew);
        asked = System.nanoTime();
        crew.start("worker-2");
        crew.start("server-1");
        awaitStep(crew, asked, WORKERS, SERVERS);
        rest(crew);
      }
      double seconds = (System.nanoTime() - since) / 1e9;
      double paused =
          crew.said().stream()
              .filter(said -> said.nanos() >= since)
              .flatMap(said -> Told.of(said).stream())
              .flatMapToDouble(told -> told.pausedMillis().stream())
              .sum();
      print("hot", paused / 1e3, seconds);
    }
  }

  private void killed() throws IOException, InterruptedException {
    try (var crew = new Crew(folder.resolve("killed"), job("first"), WORKERS, SERVERS)) {
      crew.startAll();
      awaitStep(crew, 0, WORKERS, SERVERS);
      long since = System.nanoTime();
      double stopped = 0;
      for (int cycle = 0; cycle < cycles; cycle++) {
        stopped += restart(crew, WORKERS - 1, SERVERS - 1);
        other(cycle, crew);
        stopped += restart(crew, WORKERS, SERVERS);
        rest(crew);
      }
      print("stop, save, start", stopped, (System.nanoTime() - since) / 1e9);
    }
  }

  /** The other job comes, trains for a while and goes. */
  private void other(int cycle, Crew first) throws IOException, InterruptedException {
    try (var crew = new Crew(folder.resolve("other-" + cycle), job("other"), 1, 1)) {
      crew.startAll();
      awaitStep(crew, 0, 1, 1);
      rest(first);
    }
  }

  private static double restart(Crew crew, int workers, int servers)
      throws IOException, InterruptedException {
    long asked = System.nanoTime();
    crew.stop(PATIENCE);
    crew.size(workers, servers);
    crew.startAll();
    return (awaitStep(crew, asked, workers, servers) - asked) / 1e9;
  }

  /** Waits for the first further step at a size; when that was told. */
  private static long awaitStep(Crew crew, long since, int workers, int servers)
      throws InterruptedException {
    return crew.await(
            since,
            said ->
                Told.of(said)
                    .filter(told -> told.isRunning() && told.hasSize(workers, servers))
                    .filter(told -> told.step() > 0 || told.loss().isPresent())
                    .isPresent(),
            PATIENCE)
        .nanos();
  }

  private static void rest(Crew crew) throws InterruptedException {
    crew.process("master-0").orElseThrow().waitFor(REST_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void print(String how, double paused, double seconds) {
    System.out.printf(
        "%-18s %d changes: stood still %.2f s of %.1f s, %.2f %%%n",
        how, 2 * cycles, paused, seconds, 100 * paused / seconds);
    ResultRecorder.keep(
        "%s, %d changes: share of the time in pauses".formatted(how, 2 * cycles),
        100 * paused / seconds,
        "%");
  }

  private static String job(String name) {
    return """
    job: %s
    model: logistic
    data: {generate: kdd2012, examples: 200000, features: 2000000, splits: 24}
    optimizer: {kind: adagrad, learningRate: 0.05}
    batch: 4000
    stop: {steps: 1000000}
    workers: %d
    servers: %d
    """
        .formatted(name, WORKERS, SERVERS);
  }
}
