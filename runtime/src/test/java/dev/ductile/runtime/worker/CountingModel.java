package dev.ductile.runtime.worker;

import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.data.MalformedDataException;
import dev.ductile.runtime.data.SplitFile;
import dev.ductile.runtime.data.SplitSource;
import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.CheckpointSpec;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.FaultSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.job.StopRule;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Models;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * Data and a model that count: each example has a feature of its own, and its gradient there is
 * always -1. So the parameters count the uses of each example.
 */
public final class CountingModel implements Worker.TrainingParts, SplitSource {
  /** Features are so far apart that there are several partitions. */
  public static final int STRIDE = 997;

  final List<Integer> sizes;
  public final int all;
  final boolean keyed;
  private final int stride;

  /** The number of reads that fail first. */
  final AtomicInteger failures = new AtomicInteger();

  /** Whether files return other bytes than were written. */
  final AtomicBoolean rots = new AtomicBoolean();

  /** Whether it fails because the data mean nothing. */
  final AtomicBoolean malformed = new AtomicBoolean();

  /** How many splits were read from here. */
  final AtomicInteger reads = new AtomicInteger();

  public CountingModel(List<Integer> sizes, boolean keyed) {
    this(sizes, keyed, STRIDE);
  }

  /** With features this far apart, for a test that reads no parameters. */
  CountingModel(List<Integer> sizes, boolean keyed, int stride) {
    this.stride = stride;
    this.sizes = List.copyOf(sizes);
    this.all = sizes.stream().mapToInt(Integer::intValue).sum();
    this.keyed = keyed;
  }

  static CountingModel random(RandomGenerator random) {
    var sizes = new ArrayList<Integer>();
    int splits = random.nextInt(3, 9);
    for (int i = 0; i < splits; i++) {
      sizes.add(random.nextInt(1, 60));
    }
    return new CountingModel(sizes, random.nextBoolean());
  }

  public TrainingJob job(Synchrony synchrony, BatchSpec batch, int epochs) {
    return new TrainingJob(
        "counting",
        new ModelSpec(ModelSpec.Kind.HUBER, 0, List.of(), 0, 0, 1, false),
        new DataSpec(
            new DataSpec.Source.Generated("counting", all), all * stride, sizes.size(), true),
        new OptimizerSpec(OptimizerSpec.Kind.SGD, 1, 0, 0, 0, 0, 0),
        synchrony,
        batch,
        new StopRule(Optional.of(epochs), Optional.empty(), Optional.empty()),
        new SizeSpec(1, 1, 1),
        new CheckpointSpec(Optional.empty(), Optional.empty(), 1),
        new FaultSpec(Duration.ofSeconds(5), Duration.ofSeconds(1), 0),
        7);
  }

  @Override
  public Model model(TrainingJob job) {
    return Models.of(job.model(), all * stride, keyed, job.seed());
  }

  @Override
  public SplitSource source(TrainingJob job) {
    return this;
  }

  @Override
  public Map<Integer, Integer> write(Map<Integer, Path> files) throws IOException {
    if (malformed.get()) {
      throw new MalformedDataException("line 3: feature 2 comes after feature 4");
    }
    if (failures.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      throw new IOException("no space left on device");
    }
    var counts = new HashMap<Integer, Integer>();
    for (var file : files.entrySet()) {
      reads.incrementAndGet();
      SplitFile.write(file.getValue(), examples(file.getKey()));
      if (rots.get()) {
        byte[] bytes = Files.readAllBytes(file.getValue());
        Files.write(file.getValue(), Arrays.copyOf(bytes, bytes.length - 5));
      }
      counts.put(file.getKey(), sizes.get(file.getKey()));
    }
    return counts;
  }

  private Examples examples(int split) {
    int size = sizes.get(split);
    int first = sizes.subList(0, split).stream().mapToInt(Integer::intValue).sum();
    float[] labels = new float[size];
    float[] values = new float[size];
    int[] starts = new int[size + 1];
    int[] features = new int[size];
    Arrays.fill(labels, 1e6f);
    Arrays.fill(values, 1);
    for (int i = 0; i < size; i++) {
      features[i] = (first + i) * stride;
      starts[i + 1] = i + 1;
    }
    return new Examples(labels, starts, features, values);
  }
}
