package dev.ductile.bench.testbed;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The measured throughput of every case beside what the models expect from one worker alone. */
final class Testbed {
  private static final int MOST_WORKERS = Integer.getInteger("workers", 10);
  private static final double WARM_UP = 1.5;
  private static final double MEASURED = Double.parseDouble(System.getProperty("seconds", "7"));

  private final Path folder;
  private final Map<Job, Phases> profiles = new HashMap<>();

  private Testbed(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    var names = Arrays.asList(arguments).subList(1, arguments.length);
    var bed = new Testbed(folder);
    System.out.printf(
        "load average %.2f%n",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    for (Case subject : Case.ALL) {
      if (names.isEmpty() || names.contains(subject.name())) {
        bed.compare(subject);
      }
    }
  }

  private void compare(Case subject) throws IOException, InterruptedException {
    Phases profile = profiles.get(subject.job());
    if (profile == null) {
      profile = profile(subject.job());
      profiles.put(subject.job(), profile);
    }
    System.out.printf("%n%s: %s%n%s%n", subject.name(), subject.words(), profile);
    List<Throughput> measured = measure(subject);
    for (Throughput throughput : measured) {
      System.out.printf("%2d %7.3f %4d", throughput.workers(), throughput.stepsPerSecond(), throughput.steps());
      for (Solver solver : Solver.values()) {
        var prediction = Prediction.of(solver, profile, subject, MOST_WORKERS);
        System.out.printf(
            "  %7.3f %+6.1f %%",
            prediction.stepsPerSecond()[throughput.workers() - 1],
            100 * prediction.error(throughput));
      }
      System.out.println();
    }
    for (Solver solver : Solver.values()) {
      var prediction = Prediction.of(solver, profile, subject, MOST_WORKERS);
      var errors = measured.stream().mapToDouble(prediction::error).map(Math::abs).summaryStatistics();
      System.out.printf("%s mean %.1f worst %.1f%n", solver, errors.getAverage() * 100, errors.getMax() * 100);
    }
  }

  private Phases profile(Job job) throws IOException, InterruptedException {
    var alone = new Case("profile", "one worker", job, List.of(1.0));
    try (Run run = Run.start(alone, 1)) {
      run.addWorker();
      run.letPass(WARM_UP);
      long from = System.nanoTime();
      run.capture(folder.resolve("profile.pcap"), MEASURED);
      var window = new Span(from, System.nanoTime());
      return Phases.told(run.work().getFirst(), run.applications(), window);
    }
  }

  private List<Throughput> measure(Case subject) throws IOException, InterruptedException {
    var measured = new ArrayList<Throughput>();
    var machine = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    try (Run run = Run.start(subject, MOST_WORKERS)) {
      Traffic before = new Traffic(0,0,0);
      for (int workers = 1; workers <= MOST_WORKERS; workers++) {
        run.addWorker();
        run.letPass(WARM_UP);
        long from = System.nanoTime();
        machine.getCpuLoad();
        run.letPass(MEASURED);
        double load = machine.getCpuLoad();
        measured.add(Throughput.in(new Span(from, System.nanoTime()), run.work()));
        Traffic now = run.traffic();
        System.out.printf("  %d: busy %.0f %% retransmitted %d timeouts %d%n", workers, load * 100,
            now.retransmitted() - before.retransmitted(), now.timeouts() - before.timeouts());
        before = now;
      }
    }
    return measured;
  }
}
