package dev.ductile.bench.wire;

import dev.ductile.bench.ResultRecorder;
import dev.ductile.bench.training.LaunchedJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * A model of 64 MB pushed to and pulled from another process, beside a plain copy of as many bytes
 * each way between the same two; pushes of few keys; and a real worker and its server.
 */
public final class Wire {
  private static final int WARM_UP = 15;
  private static final int ROUNDS = 25;
  private static final int JOBS = 3;
  private static final double GIGABYTES = PartitionedModel.BYTES / 1e9;

  private Wire() {}

  /** Takes a folder for its files, and a job to rehearse. */
  public static void main(String[] arguments) throws Exception {
    Locale.setDefault(Locale.ROOT);
    System.out.printf(
        "medians of %d interleaved rounds, GB/s; push + pull beside a plain copy both ways%n",
        ROUNDS);
    Path folder = Files.createTempDirectory("ductile-wire");
    String plain = "unix:" + folder.resolve("plain");
    try {
      try (var far = new FarProcess("unix:" + folder.resolve("frames"), plain)) {
        measure("unix", far);
      }
      try (var far = new FarProcess("127.0.0.1:0", "127.0.0.1:0")) {
        measure("tcp", far);
      }
      Files.deleteIfExists(folder.resolve("plain"));
      LaunchedJob.rehearse(Path.of(arguments[1]));
      try (var far = new FarProcess("127.0.0.1:0", plain)) {
        measureJobs(far, new Served(Path.of(arguments[0])));
      }
    } finally {
      for (String name : new String[] {"frames", "plain", ""}) {
        Files.deleteIfExists(folder.resolve(name));
      }
    }
  }

  private static void measure(String kind, FarProcess far) throws Exception {
    var copies = new double[ROUNDS];
    var additions = new double[ROUNDS];
    var pushes = new double[ROUNDS];
    var pulls = new double[ROUNDS];
    var ratios = new double[ROUNDS];
    var keyed = new double[ROUNDS];
    try (var near = new Near(far.frames())) {
      for (int i = -WARM_UP; i < ROUNDS; i++) {
        int round = Math.max(0, i);
        copies[round] = seconds(far.plain()::copy);
        additions[round] = seconds(far.plain()::add);
        pushes[round] = seconds(near::push);
        pulls[round] = seconds(near::pull);
        ratios[round] = copies[round] / (pushes[round] + pulls[round]);
        keyed[round] = seconds(near::pushKeyed);
      }
    }
    System.out.printf(
        "%-5s plain %5.2f   plain that adds %5.2f   push %5.2f   pull %5.2f   ratio %.2f (aim 0.70)%n",
        kind,
        2 * GIGABYTES / median(copies),
        2 * GIGABYTES / median(additions),
        GIGABYTES / median(pushes),
        GIGABYTES / median(pulls),
        median(ratios));
    System.out.printf(
        "%-5s keyed pushes of %,d: %,.0f million updates per second%n",
        kind,
        PartitionedModel.KEYS,
        Near.KEYED_FRAMES * (PartitionedModel.KEYS / 1e6) / median(keyed));
    ResultRecorder.keep(kind + ", plain copy", 2 * GIGABYTES / median(copies), "GB/s");
    ResultRecorder.keep(kind + ", push", GIGABYTES / median(pushes), "GB/s");
    ResultRecorder.keep(kind + ", pull", GIGABYTES / median(pulls), "GB/s");
    ResultRecorder.keep(kind + ", push and pull beside a plain copy", median(ratios), "");
  }

  /** Plain copies and jobs in turns. */
  private static void measureJobs(FarProcess far, Served served) throws Exception {
    var ratios = new double[JOBS];
    for (int job = 0; job < JOBS; job++) {
      var copies = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        copies[round] = seconds(far.plain()::copy);
      }
      double plain = median(copies);
      Served.Times times = served.dense();
      ratios[job] = plain / (times.push() + times.pull());
      System.out.printf(
          "job   plain %5.2f   push %5.2f   pull %5.2f   ratio %.2f (%.1f ms of computing)%n",
          2 * GIGABYTES / plain,
          GIGABYTES / times.push(),
          GIGABYTES / times.pull(),
          ratios[job],
          times.compute() * 1e3);
    }
    System.out.printf("job   ratio %.2f (aim 0.75)%n", median(ratios));
    ResultRecorder.keep("job, push and pull beside a plain copy", median(ratios), "");
    reportKeyed(served);
  }

  private static void reportKeyed(Served served) throws IOException, InterruptedException {
    double millions = served.keys() / 1e6;
    Served.Times times = served.keyed();
    System.out.printf(
        "job   keyed, %,.0f rows a step: pushes %.0f, pulls %.0f million updates per second%n",
        millions * 1e6, millions / times.push(), millions / times.pull());
  }

  /** A timed action. */
  @FunctionalInterface
  private interface TimedAction {
    void run() throws Exception;
  }

  private static double seconds(TimedAction deed) throws Exception {
    long begin = System.nanoTime();
    deed.run();
    return (System.nanoTime() - begin) / 1e9;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
