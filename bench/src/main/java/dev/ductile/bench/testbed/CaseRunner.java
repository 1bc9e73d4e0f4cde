package dev.ductile.bench.testbed;

import com.sun.management.OperatingSystemMXBean;
import dev.ductile.models.capture.Capture;
import dev.ductile.models.profile.PhaseTimes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Runs cases: first the job's profile with one worker and one server, then the case with 1, 2, ...
 * workers, twice.
 *
 * @param folder the folder for packet captures of profiles
 * @param mostWorkers the largest number of workers of a case
 * @param seconds the measured time for each number of workers
 * @param profiles the profiles of earlier jobs
 */
record CaseRunner(Path folder, int mostWorkers, double seconds, Map<BedJob, Profile> profiles) {
  private static final double WARM_UP = 1.2;

  /** The length of a profile. */
  private static final double PROFILED = 8;

  private static final Effort NOTHING = new Effort(Work.SLEEP, 0, 0);

  /** A case without a limit but this machine's processors. */
  private static final Case UNSHAPED =
      new Case(
          "unshaped",
          "links that this machine cannot fill",
          new BedJob(8_000_000, NOTHING, NOTHING, 1e-3),
          List.of(1.0));

  private static final OperatingSystemMXBean MACHINE =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  CaseRunner(Path folder, int mostWorkers, double seconds) {
    this(folder, mostWorkers, seconds, new HashMap<>());
  }

  CaseOutcome run(Case subject) throws IOException, InterruptedException {
    Profile profile = profiles.get(subject.job());
    if (profile == null) {
      profile = profile(subject.job());
      profiles.put(subject.job(), profile);
    }
    List<Measured> once = measure(subject, 1);
    List<Measured> again = measure(subject, 2);
    return new CaseOutcome(
        subject,
        profile,
        IntStream.range(0, mostWorkers).mapToObj(i -> once.get(i).and(again.get(i))).toList());
  }

  /** The throughput of this machine's processors between four workers and a server, both ways. */
  double limitBitsPerSecond() throws IOException, InterruptedException {
    int workers = Math.min(4, mostWorkers);
    try (BedRun run = BedRun.start(UNSHAPED, workers, 1)) {
      for (int i = 0; i < workers; i++) {
        run.addWorker();
      }
      run.letPass(WARM_UP);
      return measure(run).stepsPerSecond() * 2 * 8 * UNSHAPED.job().bytes();
    }
  }

  private List<Measured> measure(Case subject, int repetition)
      throws IOException, InterruptedException {
    var measured = new ArrayList<Measured>();
    try (BedRun run = BedRun.start(subject, mostWorkers, repetition)) {
      for (int workers = 1; workers <= mostWorkers; workers++) {
        run.addWorker();
        run.letPass(WARM_UP);
        measured.add(measure(run));
      }
    }
    return measured;
  }

  private Measured measure(BedRun run) throws IOException, InterruptedException {
    TcpCounters before = run.traffic();
    long from = System.nanoTime();
    MACHINE.getCpuLoad();
    run.letPass(seconds);
    double busy = MACHINE.getCpuLoad();
    var window = new Span(from, System.nanoTime());
    return Measured.in(window, run.work(), busy, run.traffic().since(before));
  }

  private static Case alone(BedJob job) {
    return new Case("profile", "one worker", job, List.of(1.0));
  }

  private Profile profile(BedJob job) throws IOException, InterruptedException {
    Path packets = folder.resolve("profile-%d.pcap".formatted(profiles.size() + 1));
    try (BedRun run = BedRun.start(alone(job), 1, 1)) {
      run.addWorker();
      run.letPass(WARM_UP);
      long from = System.nanoTime();
      run.capture(packets, PROFILED);
      var window = new Span(from, System.nanoTime());
      PhaseTimes reported = ReportedPhases.by(run.work().getFirst(), run.applications(), window);
      return new Profile(Capture.read(packets, Optional.of(run.server())), reported);
    }
  }
}
