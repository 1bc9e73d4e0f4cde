package dev.ductile.bench.training;

import dev.ductile.bench.ResultRecorder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The share of a job's time in pauses, in the pattern of Wang et al., "Elastic Parameter Server",
 * TPDS 2022, Section 7.4: another job arrives, gets a worker and a server of this one, and ends.
 * Hot, and by stopping and starting the whole job.
 */
final class Overhead {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final long REST_MILLIS = 5_000;
  private static final int WORKERS = 3;
  private static final int SERVERS = 2;

  private final Path folder;
  private final int cycles;

  private Overhead(Path folder, int cycles) {
    this.folder = folder;
    this.cycles = cycles;
  }

  /** {@code Overhead FOLDER REHEARSAL [CYCLES]}: the other job arrives once in each cycle. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    LaunchedJob.rehearse(Path.of(arguments[1]));
    int cycles = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 6;
    var overhead = new Overhead(Path.of(arguments[0]), cycles);
    overhead.hot();
    overhead.killed();
  }

  private void hot() throws IOException, InterruptedException {
    try (var launched = new LaunchedJob(folder.resolve("hot"), job("first"), WORKERS, SERVERS)) {
      launched.startAll();
      awaitStep(launched, 0, WORKERS, SERVERS);
      long since = System.nanoTime();
      for (int cycle = 0; cycle < cycles; cycle++) {
        long asked = System.nanoTime();
        launched.leave("worker-2");
        launched.leave("server-1");
        awaitStep(launched, asked, WORKERS - 1, SERVERS - 1);
        other(cycle, launched);
        asked = System.nanoTime();
        launched.start("worker-2");
        launched.start("server-1");
        awaitStep(launched, asked, WORKERS, SERVERS);
        rest(launched);
      }
      double seconds = (System.nanoTime() - since) / 1e9;
      double paused =
          launched.output().stream()
              .filter(printed -> printed.nanos() >= since)
              .flatMap(printed -> MasterReport.of(printed).stream())
              .flatMapToDouble(report -> report.pausedMillis().stream())
              .sum();
      print("hot", paused / 1e3, seconds);
    }
  }

  private void killed() throws IOException, InterruptedException {
    try (var launched = new LaunchedJob(folder.resolve("killed"), job("first"), WORKERS, SERVERS)) {
      launched.startAll();
      awaitStep(launched, 0, WORKERS, SERVERS);
      long since = System.nanoTime();
      double stopped = 0;
      for (int cycle = 0; cycle < cycles; cycle++) {
        stopped += restart(launched, WORKERS - 1, SERVERS - 1);
        other(cycle, launched);
        stopped += restart(launched, WORKERS, SERVERS);
        rest(launched);
      }
      print("stop, save, start", stopped, (System.nanoTime() - since) / 1e9);
    }
  }

  /** Runs the other job for a while. */
  private void other(int cycle, LaunchedJob first) throws IOException, InterruptedException {
    try (var launched = new LaunchedJob(folder.resolve("other-" + cycle), job("other"), 1, 1)) {
      launched.startAll();
      awaitStep(launched, 0, 1, 1);
      rest(first);
    }
  }

  private static double restart(LaunchedJob launched, int workers, int servers)
      throws IOException, InterruptedException {
    long asked = System.nanoTime();
    launched.stop(LIMIT);
    launched.size(workers, servers);
    launched.startAll();
    return (awaitStep(launched, asked, workers, servers) - asked) / 1e9;
  }

  /** Waits for the first further step at a size, and returns the time of its report. */
  private static long awaitStep(LaunchedJob launched, long since, int workers, int servers)
      throws InterruptedException {
    return launched
        .await(
            since,
            printed ->
                MasterReport.of(printed)
                    .filter(report -> report.isRunning() && report.hasSize(workers, servers))
                    .filter(report -> report.step() > 0 || report.loss().isPresent())
                    .isPresent(),
            LIMIT)
        .nanos();
  }

  private static void rest(LaunchedJob launched) throws InterruptedException {
    launched.process("master-0").orElseThrow().waitFor(REST_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void print(String how, double paused, double seconds) {
    System.out.printf(
        "%-18s %d changes: paused %.2f s of %.1f s, %.2f %%%n",
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
