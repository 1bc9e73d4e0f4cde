package dev.ductile.server.page;

import dev.ductile.rest.Blocker;
import dev.ductile.rest.Forecast;
import dev.ductile.rest.JobAccount;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSample;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.LogName;
import dev.ductile.rest.SizeChoice;
import dev.ductile.rest.SizeForecast;
import dev.ductile.rest.SpeedCurve;
import dev.ductile.rest.SpeedPoint;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.TaskShare;
import dev.ductile.rest.TimeRange;
import dev.ductile.rest.Why;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The documents of one job of a {@link SyntheticCluster}. */
record SyntheticDetails(JobSummary job, Instant now) {
  private static final int SAMPLES = 300;
  private static final List<Integer> SIZES = List.of(1, 2, 4, 3, 6, 4);
  private static final String LOG =
      "step 700: loss 0.41\n<img src=x onerror=alert(1)>\nWARN slow worker-3 (1.8 times the median)\n";

  JobDetails details() {
    return new JobDetails(
        job,
        "parameter-server, asynchronous",
        "hot",
        "steps",
        job.least(),
        Optional.empty(),
        "1 to %d workers".formatted(job.most().workers()),
        Map.of("gpu", 1.0, "cpu", 4.0, "memory", (double) (16L << 30)),
        Map.of("cpu", 2.0),
        job.size().workers() == 0 ? List.of() : List.of(new TaskShare("node-003", 2, 1)),
        List.of("python", "train.py", "--epochs", "90"),
        "/home/" + job.owner(),
        List.of(),
        Map.of("team", job.queue()),
        new JobAccount(
            42_000, Optional.of(25_000.0), Optional.of(41_000.0), 320, 14.5, 0, 5, 0, 1, 0),
        Optional.of("speeds of job bert-00012, measured at 1, 2 and 4 workers"),
        Optional.empty(),
        runs() ? List.of(new LogName("worker-0", 1, LOG.length(), now)) : List.of(),
        "name: %s\nqueue: %s\ncommand: [python, train.py, --epochs, '90']\nresources: {gpu: 1}\n"
            .formatted(job.name(), job.queue()));
  }

  String log() {
    return LOG;
  }

  private boolean runs() {
    return job.size().workers() > 0;
  }

  Why why() {
    return new Why(
        job.id(),
        job.state(),
        runs()
            ? "%d workers: one more would save 41 s, and bert-00012 saves 77 s by the same gpu"
                .formatted(job.size().workers())
            : "It waits behind 14 jobs; its least size needs 4 gpu, and 2 are free.",
        job.reason(),
        Map.of("gpu", 4.0),
        Map.of("gpu", 2.0),
        runs() ? List.of() : blockers(),
        runs() ? Optional.empty() : Optional.of(15),
        7000,
        Optional.of(forecast()),
        Optional.of("speeds of job bert-00012, measured at 1, 2 and 4 workers"),
        runs() ? choices() : List.of(),
        runs() ? List.of() : List.of("With at least 1 worker instead of 4 it would start now."),
        List.of());
  }

  private static List<Blocker> blockers() {
    return List.of(
        new Blocker(
            "capacity",
            "4 gpu are needed on one node, and no node has more than 2 free",
            List.of("gpt-00010", "bert-00020"),
            List.of("node-001"),
            Map.of("gpu", 4.0),
            Map.of("gpu", 2.0)),
        new Blocker(
            "quota",
            "queue vision uses all of its 256 gpu",
            List.of(),
            List.of(),
            Map.of(),
            Map.of()));
  }

  private Forecast forecast() {
    return new Forecast(
        job.id(),
        "starts with 2 workers in about 12 min, 6 by about an hour later",
        Optional.of(range(720)),
        Optional.of(range(9000)),
        List.of(
            new SizeForecast(range(720), new TaskCounts(2, 0)),
            new SizeForecast(range(4300), new TaskCounts(6, 0))),
        200,
        false);
  }

  private TimeRange range(long seconds) {
    return new TimeRange(
        now.plusSeconds(seconds * 3 / 4),
        now.plusSeconds(seconds),
        now.plusSeconds(seconds * 3 / 2));
  }

  private List<SizeChoice> choices() {
    int workers = job.size().workers();
    return List.of(
        new SizeChoice(job.size(), speed(workers), true, "as it is"),
        new SizeChoice(
            new TaskCounts(workers + 1, 0),
            speed(workers + 1),
            false,
            "ends 41 s earlier; the gpu helps bert-00012 more"));
  }

  static double speed(int workers) {
    return workers / (0.3 + 0.06 * workers + 0.004 * workers * workers);
  }

  SpeedCurve speeds() {
    List<SpeedPoint> points = new ArrayList<>();
    for (int workers = 1; workers <= 16; workers++) {
      double predicted = speed(workers);
      points.add(
          new SpeedPoint(
              new TaskCounts(workers, job.most().servers()),
              predicted,
              predicted * (1 - 0.02 * workers),
              predicted * (1 + 0.02 * workers),
              SIZES.contains(workers) ? Optional.of(predicted * 1.04) : Optional.empty()));
    }
    return new SpeedCurve("pollux(alpha 0.3, beta 0.06)", points, job.size());
  }

  List<JobChange> history() {
    List<JobChange> changes = new ArrayList<>();
    changes.add(change(0, "submitted", 0, 0));
    if (!runs()) {
      return changes;
    }
    int before = 0;
    for (int i = 0; i < SIZES.size(); i++) {
      changes.add(change(300 + 600L * i, "allocated", before, SIZES.get(i)));
      before = SIZES.get(i);
    }
    changes.add(change(3900, "allocated", before, job.size().workers()));
    return changes.reversed();
  }

  private JobChange change(long second, String kind, int from, int to) {
    boolean isRescale = from > 0;
    return new JobChange(
        now.minusSeconds(4500 - second),
        kind,
        new TaskCounts(from, 0),
        new TaskCounts(to, 0),
        to == 0 ? List.of() : List.of(new TaskShare("node-003", to, 0)),
        Optional.of(SyntheticCluster.reason("running", 0)),
        Optional.of("marginal"),
        Optional.empty(),
        isRescale ? Optional.of(0.4 + 0.1 * to) : Optional.empty(),
        isRescale ? Optional.of(speed(from)) : Optional.empty(),
        to > 0 ? Optional.of(speed(to)) : Optional.empty(),
        to > 0 ? Optional.of(speed(to) * 0.97) : Optional.empty());
  }

  List<JobSample> samples() {
    List<JobSample> samples = new ArrayList<>();
    for (int i = 0; i < SAMPLES && runs(); i++) {
      int workers = SIZES.get(Math.min(SIZES.size() - 1, i * SIZES.size() / SAMPLES));
      double speed = speed(workers) * (0.97 + 0.06 * Math.abs(Math.sin(i)));
      samples.add(
          new JobSample(
              now.minusSeconds(14L * (SAMPLES - i)),
              i * 40.0,
              speed,
              new TaskCounts(workers, 0),
              Optional.of(0.2 + 2 / (1 + i * 0.05) + 0.02 * Math.sin(i * 3.0)),
              Optional.of(0.3 / workers),
              Optional.of(0.02 * workers)));
    }
    return samples;
  }
}
