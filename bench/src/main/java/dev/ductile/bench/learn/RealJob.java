package dev.ductile.bench.learn;

import dev.ductile.bench.training.LaunchedJob;
import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.training.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The same training by a real job: two workers, a server and a master, each a process. It saves as
 * often as it can, and is judged by its checkpoints.
 */
final class RealJob {
  private static final Duration START = Duration.ofMinutes(2);
  private static final int WORKERS = 2;

  private final DataSet set;
  private final OptimizerSpec rule;
  private final Model model;
  private final Path folder;

  /**
   * A checkpoint of the job.
   *
   * @param seconds the time since the first step
   * @param processorSeconds the processor time of all processes since then
   */
  record Snapshot(Path directory, double seconds, double processorSeconds) {}

  /**
   * A job before its run.
   *
   * @param folder its folder, which is emptied
   */
  RealJob(DataSet set, OptimizerSpec rule, Model model, Path folder) {
    this.set = set;
    this.rule = rule;
    this.model = model;
    this.folder = folder;
  }

  /** Trains for a time and returns the checkpoints in order. */
  List<Snapshot> run(String synchrony, int batch, int saveEvery, Duration time)
      throws IOException, InterruptedException {
    delete();
    StepTimeline spent;
    try (var launched = new LaunchedJob(folder, file(synchrony, batch, saveEvery), WORKERS, 1)) {
      launched.startAll();
      launched.awaitRunning(START);
      spent = watch(launched, time);
      launched.stop(START);
    }
    StepTimeline steps =
        StepTimeline.of(folder.resolve("regroups.csv"), folder.resolve("metrics.csv"));
    double begin = steps.first();
    var snapshots = new ArrayList<Snapshot>();
    for (Path directory : saved()) {
      double step = Checkpoints.read(directory).index().step();
      double at = steps.whenIs(step);
      double processors = spent.valueAt(at) - spent.valueAt(begin);
      snapshots.add(new Snapshot(directory, (at - begin) / 1e3, processors));
    }
    return snapshots;
  }

  /**
   * A finished job.
   *
   * @param seconds the wall time from the start of training until the report of the last step
   * @param processorSeconds the processor time of all processes in that time
   * @param weights the trained weights
   */
  @SuppressWarnings("ArrayRecordComponent") // read at once, and never compared
  record Whole(double seconds, double processorSeconds, float[] weights) {}

  /** Trains for a number of steps, each of all examples. */
  Whole run(int servers, long steps) throws IOException, InterruptedException {
    delete();
    StepTimeline spent;
    try (var launched = new LaunchedJob(folder, file(servers, steps), WORKERS, servers)) {
      launched.startAll();
      launched.awaitRunning(START);
      spent = watch(launched, START);
    }
    StepTimeline course =
        StepTimeline.of(folder.resolve("regroups.csv"), folder.resolve("metrics.csv"));
    double end = course.whenIs((double) steps);
    return new Whole(
        (end - course.first()) / 1e3,
        spent.valueAt(end) - spent.valueAt(course.first()),
        weights(new Snapshot(saved().getLast(), 0, 0)));
  }

  private String file(int servers, long steps) {
    return """
    job: liblinear
    model: {kind: logistic, l2: %s, bias: false}
    data: {generate: %s, examples: %d, features: %d, splits: %d}
    optimizer: newton
    stop: {steps: %d}
    workers: %d
    servers: %d
    """
        .formatted(
            set.l2(),
            set.shape(),
            set.examples(),
            set.features(),
            DataSet.SPLITS,
            steps,
            WORKERS,
            servers);
  }

  private String file(String synchrony, int batch, int saveEvery) {
    return """
    job: liblinear
    model: {kind: logistic, l2: %s, bias: false}
    data: {generate: %s, examples: %d, features: %d, splits: %d}
    optimizer: {kind: %s, learningRate: %s, decay: %s}
    synchrony: %s
    batch: %d
    stop: {epochs: 100000}
    workers: %d
    servers: 1
    checkpoint: {everySteps: %d, keep: 100000}
    """
        .formatted(
            set.l2(),
            set.shape(),
            set.examples(),
            set.features(),
            DataSet.SPLITS,
            rule.kind().name().toLowerCase(Locale.ROOT),
            rule.learningRate(),
            rule.decay(),
            synchrony,
            batch,
            WORKERS,
            saveEvery);
  }

  /** The processor seconds of all processes over time. */
  private static StepTimeline watch(LaunchedJob launched, Duration time)
      throws InterruptedException {
    var spent = new StepTimeline();
    Process master = launched.process("master-0").orElseThrow();
    long end = System.nanoTime() + time.toNanos();
    do {
      double seconds =
          launched.processes().values().stream()
              .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
              .mapToDouble(spentBy -> spentBy.toNanos() / 1e9)
              .sum();
      spent.add((double) System.currentTimeMillis(), seconds);
    } while (!master.waitFor(20, TimeUnit.MILLISECONDS) && System.nanoTime() < end);
    return spent;
  }

  private List<Path> saved() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("checkpoints"))) {
      return all.filter(one -> Files.exists(one.resolve("index.json")))
          .sorted(Comparator.comparing(Path::toString))
          .toList();
    }
  }

  /** The weights of a checkpoint. */
  float[] weights(Snapshot snapshot) throws IOException {
    var layout = new PartitionLayout(model.tensors());
    float[] weights = new float[set.features()];
    try (var reader = Checkpoints.read(snapshot.directory()).reader(layout, List.of())) {
      for (Partition partition : layout.partitions(0)) {
        var copy = new Replica(partition, false, 0, 0);
        reader.fill(copy);
        System.arraycopy(copy.values(), 0, weights, partition.firstRow(), partition.floats());
      }
    }
    return weights;
  }

  /** Deletes the folder of the job. */
  void delete() throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(one);
        }
      }
    }
  }
}
