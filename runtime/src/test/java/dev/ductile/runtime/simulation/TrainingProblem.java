package dev.ductile.runtime.simulation;

import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.data.SplitFile;
import dev.ductile.runtime.data.SplitSource;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.worker.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The problem of a job: examples in memory, and its model.
 *
 * @param keyed whether workers ask for single rows
 * @param partitionRows the number of rows of a partition
 */
record TrainingProblem(List<Examples> splits, boolean keyed, int partitionRows)
    implements Worker.TrainingParts, SplitSource {
  /**
   * Sparse examples; few features are in most of them, and many in hardly any.
   *
   * @param classes how many labels there are, from 0 on; 0 for labels of -1 and 1
   */
  static TrainingProblem sparse(
      SplittableRandom random, int features, int classes, List<Integer> sizes) {
    var splits = new ArrayList<Examples>();
    for (int size : sizes) {
      splits.add(sparse(random, features, classes, size));
    }
    boolean keyed = random.nextInt(3) > 0;
    return new TrainingProblem(List.copyOf(splits), keyed, partitionRows(random, features));
  }

  /** Half of all jobs have tensors of several partitions. */
  private static int partitionRows(SplittableRandom random, int rows) {
    return random.nextBoolean() ? rows : Math.ceilDiv(rows, 2 + random.nextInt(5));
  }

  private static Examples sparse(SplittableRandom random, int features, int classes, int size) {
    int width = 4;
    float[] labels = new float[size];
    int[] starts = new int[size + 1];
    int[] indices = new int[size * width];
    float[] values = new float[size * width];
    for (int i = 0; i < size; i++) {
      int[] few = distinct(random, features, width);
      System.arraycopy(few, 0, indices, i * width, width);
      Arrays.fill(values, i * width, (i + 1) * width, 0.5f);
      starts[i + 1] = (i + 1) * width;
      int class_ = (few[0] + (random.nextInt(4) == 0 ? 1 : 0)) % Math.max(2, classes);
      labels[i] = classes > 0 ? class_ : 2 * class_ - 1;
    }
    return new Examples(labels, starts, indices, values);
  }

  private static int[] distinct(SplittableRandom random, int features, int count) {
    return random
        .doubles()
        .mapToInt(share -> (int) (features * share * share * share))
        .distinct()
        .limit(count)
        .sorted()
        .toArray();
  }

  /** Examples of which each has a feature of its own: its parameter counts how often it came. */
  static TrainingProblem counting(SplittableRandom random, List<Integer> sizes) {
    var splits = new ArrayList<Examples>();
    int first = 0;
    for (int size : sizes) {
      float[] labels = new float[size];
      float[] values = new float[size];
      int[] starts = new int[size + 1];
      int[] features = new int[size];
      Arrays.fill(labels, 1e6f);
      Arrays.fill(values, 1);
      for (int i = 0; i < size; i++) {
        features[i] = first + i;
        starts[i + 1] = i + 1;
      }
      first += size;
      splits.add(new Examples(labels, starts, features, values));
    }
    return new TrainingProblem(
        List.copyOf(splits), random.nextBoolean(), partitionRows(random, first));
  }

  int examples() {
    return splits.stream().mapToInt(Examples::count).sum();
  }

  @Override
  public Model model(TrainingJob job) {
    return DividedModel.of(Models.of(job, keyed), partitionRows);
  }

  @Override
  public SplitSource source(TrainingJob job) {
    return this;
  }

  @Override
  public Map<Integer, Integer> write(Map<Integer, Path> files) throws IOException {
    var counts = new TreeMap<Integer, Integer>();
    for (var file : files.entrySet()) {
      SplitFile.write(file.getValue(), splits.get(file.getKey()));
      counts.put(file.getKey(), splits.get(file.getKey()).count());
    }
    return counts;
  }
}
