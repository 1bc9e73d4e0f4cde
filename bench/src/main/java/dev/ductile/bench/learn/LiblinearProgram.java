package dev.ductile.bench.learn;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command {@code liblinear-train} of Debian's liblinear-tools. */
final class LiblinearProgram {
  private static final String COMMAND = "liblinear-train";
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Path data;
  private final Path model;
  private final Path times;

  LiblinearProgram(Path directory, Path data) {
    this.data = data;
    model = directory.resolve("liblinear.model");
    times = directory.resolve("liblinear.times");
  }

  /**
   * What a run gave.
   *
   * @param processorSeconds reading the file included
   */
  record Run(float[] weights, double processorSeconds) {}

  static boolean isThere() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, COMMAND))) {
        return true;
      }
    }
    return false;
  }

  /** Trains with one of its solvers until its own measure is below {@code tolerance}. */
  Run train(int solver, double cost, double tolerance, int features)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add("bash");
    command.add("-c");
    command.add("TIMEFORMAT='%U %S'; time \"$@\" > /dev/null 2> /dev/null");
    command.add("bash");
    command.addAll(List.of(COMMAND, "-q", "-s", "" + solver, "-c", "" + cost));
    command.addAll(List.of("-e", "" + tolerance, data.toString(), model.toString()));
    Process process = new ProcessBuilder(command).redirectError(times.toFile()).start();
    if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new IOException("%s -s %d took more than %s".formatted(COMMAND, solver, LONGEST));
    }
    if (process.exitValue() != 0) {
      throw new IOException(COMMAND + " failed: " + Files.readString(times));
    }
    String[] seconds = Files.readString(times).strip().split(" ", 2);
    double sum = Double.parseDouble(seconds[0]) + Double.parseDouble(seconds[1]);
    return new Run(weights(features), sum);
  }

  /** Weights speak for the first label that is listed. */
  private float[] weights(int features) throws IOException {
    float[] weights = new float[features];
    float sign = 1;
    try (BufferedReader in = Files.newBufferedReader(model)) {
      int next = -1;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith("label -1")) {
          sign = -1;
        } else if (line.equals("w")) {
          next = 0;
        } else if (next >= 0 && next < features) {
          weights[next++] = sign * Float.parseFloat(line.strip());
        }
      }
    }
    return weights;
  }
}
