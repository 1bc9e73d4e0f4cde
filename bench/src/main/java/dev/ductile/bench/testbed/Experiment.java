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
 * Runs cases: first the job's profile, one worker with one server, then the case itself with one
 * worker more at a time, twice.
 *
 * @param folder where the packets of profiles are kept
 * @param mostWorkers at the end of a case
 * @param seconds that are measured at each number of workers each time
 * @param profiles of the jobs that were met already
 */
record Experiment(Path folder, int mostWorkers, double seconds, Map<Job, Profile> profiles) {
  private static final double WARM_UP = 1.2;

  /** How long one worker alone is listened to. */
  private static final double PROFILED = 8;

  private static final Effort NOTHING = new Effort(Work.SLEEP, 0, 0);

  /** So fast that only this machine's processors limit it. */
  private static final Case UNSHAPED =
      new Case(
          "unshaped",
          "links that this machine cannot fill",
          new Job(8_000_000, NOTHING, NOTHING, 1e-3),
          List.of(1.0));

  private static final OperatingSystemMXBean MACHINE =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  Experiment(Path folder, int mostWorkers, double seconds) {
    this(folder, mostWorkers, seconds, new HashMap<>());
  }

  Outcome run(Case subject) throws IOException, InterruptedException {
    Profile profile = profiles.get(subject.job());
    if (profile == null) {
      profile = profile(subject.job());
      profiles.put(subject.job(), profile);
    }
    List<Measured> once = measure(subject, 1);
    List<Measured> again = measure(subject, 2);
    return new Outcome(
        subject,
        profile,
        IntStream.range(0, mostWorkers).mapToObj(i -> once.get(i).and(again.get(i))).toList());
  }

  /** What this machine's processors can pass between four workers and a server, both ways. */
  double limitBitsPerSecond() throws IOException, InterruptedException {
    int workers = Math.min(4, mostWorkers);
    try (Run run = Run.start(UNSHAPED, workers, 1)) {
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
    try (Run run = Run.start(subject, mostWorkers, repetition)) {
      for (int workers = 1; workers <= mostWorkers; workers++) {
        run.addWorker();
        run.letPass(WARM_UP);
        measured.add(measure(run));
      }
    }
    return measured;
  }

  private Measured measure(Run run) throws IOException, InterruptedException {
    Traffic before = run.traffic();
    long from = System.nanoTime();
    MACHINE.getCpuLoad();
    run.letPass(seconds);
    double busy = MACHINE.getCpuLoad();
    var window = new Span(from, System.nanoTime());
    return Measured.in(window, run.work(), busy, run.traffic().since(before));
  }

  private static Case alone(Job job) {
    return new Case("profile", "one worker", job, List.of(1.0));
  }

  private Profile profile(Job job) throws IOException, InterruptedException {
    Path packets = folder.resolve("profile-%d.pcap".formatted(profiles.size() + 1));
    try (Run run = Run.start(alone(job), 1, 1)) {
      run.addWorker();
      run.letPass(WARM_UP);
      long from = System.nanoTime();
      run.capture(packets, PROFILED);
      var window = new Span(from, System.nanoTime());
      PhaseTimes told = Told.by(run.work().getFirst(), run.applications(), window);
      return new Profile(Capture.read(packets, Optional.of(run.server())), told);
    }
  }
}
