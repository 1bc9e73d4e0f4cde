package dev.ductile.bench.testbed;

import dev.ductile.bench.training.Crew;
import dev.ductile.models.profile.PhaseTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * How fast a real training job of the runtime is with one to six workers over a link that holds it
 * up, beside what the models expect from the profile of one worker.
 */
final class TrainedSpeeds {
  private static final int MOST_WORKERS = 6;
  private static final double BITS_PER_SECOND = 400e6;
  private static final Duration START = Duration.ofMinutes(1);
  private static final double WARM_UP_SECONDS = 5;
  private static final double SECONDS = 10;

  /**
   * A row of {@code metrics.csv}, in seconds. A socket takes a push faster than the link does, so
   * most of what is called the server's time here is the way up; for the sum of both it is the
   * same.
   */
  private record Row(double at, PhaseTimes.Step step) {
    static Row of(String line) {
      double[] cells = Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray();
      return new Row(
          cells[0] / 1e3,
          new PhaseTimes.Step(cells[6] / 1e3, cells[7] / 1e3, cells[8] / 1e3, cells[9] / 1e3));
    }
  }

  private final Path folder;

  private TrainedSpeeds(Path folder) {
    this.folder = folder;
  }

  /** Takes the folder for its files, and a job to rehearse. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    Crew.rehearse(Path.of(arguments[1]));
    new TrainedSpeeds(Path.of(arguments[0])).measure();
  }

  private void measure() throws IOException, InterruptedException {
    var measured = new ArrayList<Double>();
    var profile = new ArrayList<PhaseTimes.Step>();
    for (int workers = 1; workers <= MOST_WORKERS; workers++) {
      List<Row> rows = run(workers);
      double seconds = rows.getLast().at() - rows.getFirst().at();
      measured.add((rows.size() - 1) / seconds);
      if (workers == 1) {
        rows.forEach(row -> profile.add(row.step()));
      }
    }
    PhaseTimes times = PhaseTimes.of(profile);
    System.out.printf(
        "one worker: downlink %.1f, worker %.1f, uplink %.1f, server %.1f ms (%d steps)%n",
        times.downlink().mean() * 1e3,
        times.worker().mean() * 1e3,
        times.uplink().mean() * 1e3,
        times.server().mean() * 1e3,
        times.steps());
    var prediction =
        Prediction.of(Prediction.STANDARD, OptionalDouble.empty(), times, List.of(1.0));
    System.out.println("workers  measured  predicted  error");
    for (int workers = 1; workers <= MOST_WORKERS; workers++) {
      double real = measured.get(workers - 1);
      double expected = prediction.stepsPerSecond(workers);
      System.out.printf(
          "%7d  %8.2f  %9.2f  %+5.1f %%%n", workers, real, expected, 100 * (expected / real - 1));
    }
  }

  private List<Row> run(int workers) throws IOException, InterruptedException {
    Path own = folder.resolve("workers-" + workers);
    try (Bed bed = Bed.build(1, workers, BITS_PER_SECOND);
        var crew = new Crew(own, job(workers), workers, 1)) {
      Host server = bed.server(0);
      crew.seat("master-0", new Crew.Seat(bed.on(server), server.address()));
      crew.seat("server-0", new Crew.Seat(bed.on(server), server.address()));
      for (int i = 0; i < workers; i++) {
        crew.seat("worker-" + i, new Crew.Seat(bed.on(bed.worker(i)), bed.worker(i).address()));
      }
      crew.masterAt(server.address());
      crew.startAll();
      crew.await(0, said -> said.line().contains("\"running\",\"paused\""), START);
      crew.process("master-0")
          .orElseThrow()
          .waitFor((long) (1e3 * (WARM_UP_SECONDS + SECONDS)), TimeUnit.MILLISECONDS);
    }
    List<Row> rows =
        Files.readAllLines(own.resolve("metrics.csv")).stream().skip(1).map(Row::of).toList();
    double from = rows.getLast().at() - SECONDS;
    return rows.stream().filter(row -> row.at() >= from).toList();
  }

  private static String job(int workers) {
    return """
    job: network
    model: {kind: mlp, hidden: [512], classes: 2}
    data: {generate: dense, examples: 4096, features: 512, splits: 24}
    optimizer: {kind: sgd, learningRate: 0.001}
    synchrony: asp
    batch: {perWorker: 32}
    stop: {steps: 1000000}
    workers: %d
    servers: 1
    checkpoint: {every: 1h}
    """
        .formatted(workers);
  }
}
