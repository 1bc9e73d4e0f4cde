package dev.ductile.bench.wire;

import dev.ductile.bench.training.LaunchedJob;
import dev.ductile.runtime.data.ExampleOrder;
import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.file.JobFile;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.training.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Real jobs of one worker and one server: the times of pulls and pushes in their reports. While
 * parameters arrive, the server applies the previous step.
 */
final class Served {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int WARM_UP = 40;
  private static final int STEPS = 150;

  private final Path folder;

  /**
   * The median of each time, in seconds.
   *
   * @param pull from the request for parameters to their arrival
   * @param push from the first byte of the gradient to its confirmation
   */
  record Times(double pull, double push, double compute) {}

  /** Jobs in a folder, which is emptied. */
  Served(Path folder) {
    this.folder = folder;
  }

  /** A perceptron of 64 MB. */
  Times dense() throws IOException, InterruptedException {
    return train(
        "dense",
        """
        model: {kind: mlp, hidden: [8192], classes: 2}
        data: {generate: dense, examples: 64, features: 2048, splits: 4}
        optimizer: {kind: sgd, learningRate: 0.001}
        batch: 1
        """);
  }

  /** A model of which each step touches the same rows, because its batch has all examples. */
  private static final String KEYED =
      """
      model: logistic
      data: {generate: kdd2012, examples: 50000, features: 2000000, splits: 4}
      optimizer: {kind: sgd, learningRate: 0.1}
      batch: 50000
      """;

  Times keyed() throws IOException, InterruptedException {
    return train("keyed", KEYED);
  }

  /** The rows that a step of the keyed job pulls and pushes. */
  int keys() throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Path file = data.resolve("job.yaml");
    Files.writeString(file, KEYED);
    TrainingJob job = JobFile.read(file);
    var batch = new Batch(Models.of(job).tensors());
    for (Examples split : Reference.splits(job, data)) {
      batch.add(split, ExampleOrder.of(split.count(), 0, 0, 0, false), 0, split.count());
    }
    return batch.rowCount();
  }

  private Times train(String name, String job) throws IOException, InterruptedException {
    Path home = folder.resolve(name);
    clear(home);
    String rest = "stop: {steps: %d}%nworkers: 1%nservers: 1%n".formatted(STEPS);
    try (var launched = new LaunchedJob(home, job + rest, 1, 1)) {
      launched.startAll();
      if (launched.finish(LIMIT) != 0) {
        throw new IllegalStateException("the job has failed; last:\n" + launched.last());
      }
    }
    return read(home.resolve("metrics.csv"));
  }

  private static void clear(Path home) throws IOException {
    if (Files.exists(home)) {
      try (var all = Files.walk(home)) {
        for (Path one : all.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(one);
        }
      }
    }
  }

  private static Times read(Path metrics) throws IOException {
    List<String> lines = Files.readAllLines(metrics);
    List<String> head = List.of(lines.getFirst().split(","));
    var pulls = new ArrayList<Double>();
    var pushes = new ArrayList<Double>();
    var works = new ArrayList<Double>();
    for (String line : lines.subList(1 + WARM_UP, lines.size())) {
      String[] row = line.split(",");
      pulls.add(seconds(row, head, "downlink"));
      pushes.add(seconds(row, head, "uplink") + seconds(row, head, "server"));
      works.add(seconds(row, head, "worker"));
    }
    return new Times(median(pulls), median(pushes), median(works));
  }

  private static double seconds(String[] row, List<String> head, String name) {
    return Double.parseDouble(row[head.indexOf(name)]) / 1e3;
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
