package dev.ductile.bench.testbed;

import com.sun.management.OperatingSystemMXBean;
import dev.ductile.bench.training.LaunchedJob;
import dev.ductile.models.profile.PhaseTimes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The speed of real training jobs of the runtime with one to six workers over a narrow link, beside
 * the predictions of models from the reported steps of one worker.
 */
final class TrainedSpeeds {
  private static final int MOST_WORKERS = 6;
  private static final Duration START = Duration.ofMinutes(1);
  private static final double WARM_UP = 5;
  private static final double SECONDS = 10;
  private static final OperatingSystemMXBean MACHINE =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final TrainedCase subject;
  private final Path folder;
  private final List<Row> profile = new ArrayList<>();

  /** A row of {@code metrics.csv}, in seconds. */
  private record Row(double at, PhaseTimes.Step step, double rest) {
    static Row of(String line) {
      double[] cells = Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray();
      return new Row(
          cells[0] / 1e3,
          new PhaseTimes.Step(cells[6] / 1e3, cells[7] / 1e3, cells[8] / 1e3, cells[9] / 1e3),
          cells[10] / 1e3);
    }
  }

  private TrainedSpeeds(TrainedCase subject, Path folder) {
    this.subject = subject;
    this.folder = folder;
  }

  /** {@code TrainedSpeeds FOLDER REHEARSAL [CASE...]}; without names it runs all cases. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    System.setProperty("java.awt.headless", "true");
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    List<String> names = List.of(arguments).subList(2, arguments.length);
    LaunchedJob.rehearse(Path.of(arguments[1]));
    for (TrainedCase subject : TrainedCase.ALL) {
      if (names.isEmpty() || names.contains(subject.name())) {
        Comparison outcome = new TrainedSpeeds(subject, folder.resolve(subject.name())).measure();
        System.out.print(BedReport.table(outcome));
        BedReport.write(outcome, folder);
      }
    }
  }

  private Comparison measure() throws IOException, InterruptedException {
    var measured = new ArrayList<Measured>();
    for (int workers = 1; workers <= MOST_WORKERS; workers++) {
      measured.add(run(workers));
    }
    PhaseTimes times = PhaseTimes.of(profile.stream().map(Row::step).toList());
    double rest = profile.stream().mapToDouble(Row::rest).average().orElse(0);
    String words =
        "one worker says: %s, wait %.1f ms, %d steps%nthe link carries %.1f models a second%n"
            .formatted(Profile.phases(times), rest * 1e3, times.steps(), subject.mostPerSecond());
    return new Comparison(
        subject.name(), subject.words(), words, subject.predictions(times), measured);
  }

  private Measured run(int workers) throws IOException, InterruptedException {
    Path own = folder.resolve("workers-" + workers);
    Files.deleteIfExists(own.resolve("metrics.csv"));
    TcpCounters traffic;
    double busy;
    try (Bed bed = Bed.build(1, workers, subject.bitsPerSecond());
        var launched = new LaunchedJob(own, subject.job(workers), workers, 1)) {
      start(launched, bed, workers);
      letPass(launched, WARM_UP);
      MACHINE.getCpuLoad();
      TcpCounters before = TcpCounters.on(bed, 1, workers);
      letPass(launched, SECONDS);
      busy = MACHINE.getCpuLoad();
      traffic = TcpCounters.on(bed, 1, workers).since(before);
    }
    List<Row> rows = rows(own.resolve("metrics.csv"));
    if (workers == 1) {
      profile.addAll(rows);
    }
    double seconds = rows.getLast().at() - rows.getFirst().at();
    return new Measured(workers, (rows.size() - 1) / seconds, 0, busy, traffic);
  }

  private static void start(LaunchedJob launched, Bed bed, int workers)
      throws IOException, InterruptedException {
    BedHost server = bed.server(0);
    launched.host("master-0", new LaunchedJob.ProcessHost(bed.on(server), server.address()));
    launched.host("server-0", new LaunchedJob.ProcessHost(bed.on(server), server.address()));
    for (int i = 0; i < workers; i++) {
      launched.host(
          "worker-" + i,
          new LaunchedJob.ProcessHost(bed.on(bed.worker(i)), bed.worker(i).address()));
    }
    launched.masterAt(server.address());
    launched.startAll();
    launched.awaitRunning(START);
  }

  private static void letPass(LaunchedJob launched, double seconds) throws InterruptedException {
    launched
        .process("master-0")
        .orElseThrow()
        .waitFor((long) (1e3 * seconds), TimeUnit.MILLISECONDS);
  }

  private static List<Row> rows(Path metrics) throws IOException {
    List<Row> rows = Files.readAllLines(metrics).stream().skip(1).map(Row::of).toList();
    double from = rows.getLast().at() - SECONDS;
    return rows.stream().filter(row -> row.at() >= from).toList();
  }
}
