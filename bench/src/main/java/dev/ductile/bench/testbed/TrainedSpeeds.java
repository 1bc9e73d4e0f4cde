package dev.ductile.bench.testbed;

import com.sun.management.OperatingSystemMXBean;
import dev.ductile.bench.training.Crew;
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
 * How fast real training jobs of the runtime are with one to six workers over a link that holds
 * them up, beside what the models expect from what one worker says of its steps.
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

  /** Takes the folder for its files, a job to rehearse, and the names of cases; else all. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    System.setProperty("java.awt.headless", "true");
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    List<String> names = List.of(arguments).subList(2, arguments.length);
    Crew.rehearse(Path.of(arguments[1]));
    for (TrainedCase subject : TrainedCase.ALL) {
      if (names.isEmpty() || names.contains(subject.name())) {
        Comparison outcome = new TrainedSpeeds(subject, folder.resolve(subject.name())).measure();
        System.out.print(Report.table(outcome));
        Report.write(outcome, folder);
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
    Traffic traffic;
    double busy;
    try (Bed bed = Bed.build(1, workers, subject.bitsPerSecond());
        var crew = new Crew(own, subject.job(workers), workers, 1)) {
      start(crew, bed, workers);
      letPass(crew, WARM_UP);
      MACHINE.getCpuLoad();
      Traffic before = Traffic.on(bed, 1, workers);
      letPass(crew, SECONDS);
      busy = MACHINE.getCpuLoad();
      traffic = Traffic.on(bed, 1, workers).since(before);
    }
    List<Row> rows = rows(own.resolve("metrics.csv"));
    if (workers == 1) {
      profile.addAll(rows);
    }
    double seconds = rows.getLast().at() - rows.getFirst().at();
    return new Measured(workers, (rows.size() - 1) / seconds, 0, busy, traffic);
  }

  private static void start(Crew crew, Bed bed, int workers)
      throws IOException, InterruptedException {
    Host server = bed.server(0);
    crew.seat("master-0", new Crew.Seat(bed.on(server), server.address()));
    crew.seat("server-0", new Crew.Seat(bed.on(server), server.address()));
    for (int i = 0; i < workers; i++) {
      crew.seat("worker-" + i, new Crew.Seat(bed.on(bed.worker(i)), bed.worker(i).address()));
    }
    crew.masterAt(server.address());
    crew.startAll();
    crew.awaitRunning(START);
  }

  private static void letPass(Crew crew, double seconds) throws InterruptedException {
    crew.process("master-0").orElseThrow().waitFor((long) (1e3 * seconds), TimeUnit.MILLISECONDS);
  }

  private static List<Row> rows(Path metrics) throws IOException {
    List<Row> rows = Files.readAllLines(metrics).stream().skip(1).map(Row::of).toList();
    double from = rows.getLast().at() - SECONDS;
    return rows.stream().filter(row -> row.at() >= from).toList();
  }
}
