package dev.ductile.bench;

import dev.ductile.runtime.Rehearsal;
import dev.ductile.runtime.Trainer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The time from the launch of a worker that joins a running job to its first step, with and without
 * a start-up cache, beside a Java program that does nothing.
 */
public final class StartLatency {
  private static final int TRIES = 15;
  private static final long PATIENCE_SECONDS = 30;
  private static final String TOKEN = "0123456789abcdef".repeat(4);

  private static final String JOB =
      """
      job: start
      model: logistic
      data: {generate: a9a, examples: 4000, splits: 8}
      batch: 100
      stop: {steps: 1000000000}
      """;

  private final Path folder;
  private final List<String> command;
  private final Map<String, String> environment;

  private StartLatency(Path folder, List<String> command, int port) {
    this.folder = folder;
    this.command = command;
    this.environment =
        Map.of(
            "DUCTILE_MASTER",
            "127.0.0.1:" + port,
            "DUCTILE_TOKEN",
            TOKEN,
            "DUCTILE_CHECKPOINT_DIR",
            folder.resolve("checkpoints").toString(),
            "DUCTILE_WORKERS",
            "1",
            "DUCTILE_SERVERS",
            "1");
  }

  /** Takes the folder for its files and the job that is rehearsed. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path root = Files.createDirectories(Path.of(arguments[0]));
    Path job = Files.writeString(root.resolve("job.yaml"), JOB);
    System.out.printf("java that does nothing      %s%n", nothing());
    Files.deleteIfExists(Trainer.cache());
    report(root, job, "worker, without a cache");
    Rehearsal.main(new String[] {arguments[1]});
    report(root, job, "worker, with a cache");
  }

  private static void report(Path root, Path job, String what)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(root, "run-");
    Files.createDirectories(folder.resolve("checkpoints"));
    List<String> command = Trainer.command(List.of(Trainer.WORD, job.toString()));
    var start = new StartLatency(folder, command, freePort());
    System.out.printf("%-27s %s%n", what, start.measure(what));
  }

  private String measure(String what) throws IOException, InterruptedException {
    var others = new ArrayList<Process>();
    try {
      for (String role : List.of("master", "server", "worker")) {
        others.add(task(role, 0, ProcessBuilder.Redirect.DISCARD));
      }
      double[] millis = new double[TRIES];
      double[] busy = new double[TRIES];
      for (int i = 0; i < TRIES; i++) {
        Once once = once();
        millis[i] = once.millis();
        busy[i] = once.busyMillis();
      }
      Summary launch = Summary.of(millis);
      Summary processor = Summary.of(busy);
      ResultRecorder.keep(what + ", launch to first step, median", launch.median(), "ms");
      ResultRecorder.keep(what + ", processor time, median", processor.median(), "ms");
      return "%s; processor time %s".formatted(launch, processor);
    } finally {
      others.forEach(Process::destroyForcibly);
    }
  }

  /** The worker prints its first step as soon as that is done. */
  private Once once() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process worker = task("worker", 1, ProcessBuilder.Redirect.PIPE);
    try (BufferedReader lines = worker.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      while (line != null && !line.startsWith("{\"step\"")) {
        line = lines.readLine();
      }
      if (line == null) {
        throw new IOException("the worker ended without a step");
      }
      var once = new Once((System.nanoTime() - begin) / 1e6, busyMillis(worker));
      worker.destroy();
      worker.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return once;
    } finally {
      worker.destroyForcibly();
    }
  }

  /** The processor time of all threads, with those of the compilers. */
  private static double busyMillis(Process worker) {
    return worker.info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
  }

  /** One start: its wall time and the worker's processor time. */
  private record Once(double millis, double busyMillis) {}

  private Process task(String role, int index, ProcessBuilder.Redirect out) throws IOException {
    var all = new HashMap<>(environment);
    all.put("DUCTILE_ROLE", role);
    all.put("DUCTILE_INDEX", Integer.toString(index));
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out);
    builder.environment().putAll(all);
    return builder.start();
  }

  private static Summary nothing() throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    double[] millis = new double[TRIES];
    for (int i = 0; i < TRIES; i++) {
      long begin = System.nanoTime();
      new ProcessBuilder(java, "-XX:+UseSerialGC", "-Xshare:auto", "--version")
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
      millis[i] = (System.nanoTime() - begin) / 1e6;
    }
    return Summary.of(millis);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Median and maximum of some times, and all of them in order. */
  private record Summary(double median, double worst, List<Long> each) {
    static Summary of(double[] millis) {
      double[] sorted = millis.clone();
      Arrays.sort(sorted);
      return new Summary(
          sorted[sorted.length / 2],
          sorted[sorted.length - 1],
          Arrays.stream(millis).mapToObj(Math::round).toList());
    }

    @Override
    public String toString() {
      return "median %.0f ms, worst %.0f ms %s".formatted(median, worst, each);
    }
  }
}
