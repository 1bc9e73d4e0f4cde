package dev.ductile.bench;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The time of one inference, and of one training step of a batch: forward pass, gradient of the
 * policy and of its entropy, backward pass, and Adam. No input is zero, which a state of a cluster
 * often is.
 */
public final class LearnedNetworks {
  public static final int BATCH = 256;
  public static final int INPUTS = 200;
  public static final int HIDDEN = 256;
  public static final int ACTIONS = 64;
  public static final double LEARNING_RATE = 1e-3;
  public static final double ENTROPY_WEIGHT = 0.1;

  private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();
  private static final int STEPS = 400;
  private static final int INFERENCES = 20_000;
  private static final double MICROSECOND = 1e3;
  private static final double MILLISECOND = 1e6;

  private final float[][] batch = batch();
  private final boolean[] legal = new boolean[ACTIONS];
  private final Adam adam = Adam.withRate(LEARNING_RATE);
  private TrainedNetwork trained =
      TrainedNetwork.untrained(DenseNetwork.random(new Seed(1), INPUTS, HIDDEN, HIDDEN, ACTIONS));

  public LearnedNetworks() {
    Arrays.fill(legal, true);
  }

  public static void main(String[] arguments) throws IOException {
    var networks = new LearnedNetworks();
    ResultRecorder results = ResultRecorder.ofThisRun();
    record(results, "", networks::step, networks::infer);
    for (int jobs : new int[] {20, 40}) {
      recordRows(results, jobs, jobs);
      recordRows(results, jobs, jobs / 2);
    }
    results.save();
  }

  /**
   * Measures and records the processor time of a step of the default network.
   *
   * @param jobs the jobs of each state
   * @param open the jobs that have legal actions
   */
  private static void recordRows(ResultRecorder results, int jobs, int open) {
    var rows = new RowNetworkSteps(jobs, open);
    double[] steps = nanoseconds(PROCESSOR::getCurrentThreadCpuTime, rows::step, STEPS);
    String figure =
        "training step of dl2, J = 40, %d jobs, %d with legal actions".formatted(jobs, open);
    results.add(figure + ", median", median(steps) / MILLISECOND, "ms");
    results.add(figure + ", least", steps[0] / MILLISECOND, "ms");
  }

  /** Measures and records both times; the first half of the repetitions is not counted. */
  public static void record(
      ResultRecorder results, String suffix, Runnable step, Runnable inference) {
    double[] steps = nanoseconds(System::nanoTime, step, STEPS);
    double[] inferences = nanoseconds(System::nanoTime, inference, INFERENCES);
    results.add("training step, median" + suffix, median(steps) / MILLISECOND, "ms");
    results.add("training step, least" + suffix, steps[0] / MILLISECOND, "ms");
    results.add("inference, median" + suffix, median(inferences) / MICROSECOND, "µs");
    results.add("inference, least" + suffix, inferences[0] / MICROSECOND, "µs");
  }

  /** A batch of random inputs; the same in every run. */
  public static float[][] batch() {
    RandomGenerator random = new Seed(1).stream("batch");
    float[][] batch = new float[BATCH][INPUTS];
    for (float[] row : batch) {
      for (int i = 0; i < row.length; i++) {
        row[i] = random.nextFloat();
      }
    }
    return batch;
  }

  public void step() {
    Network.Pass pass = trained.network().forward(batch);
    float[][] gradients = new float[BATCH][];
    for (int row = 0; row < BATCH; row++) {
      gradients[row] =
          ActionDistribution.of(pass.outputs()[row], legal)
              .ascent(row % ACTIONS, -1.0 / BATCH, -ENTROPY_WEIGHT / BATCH);
    }
    trained = adam.step(trained, pass.backward(gradients));
  }

  public void infer() {
    var distribution = ActionDistribution.of(trained.network().forward(batch[0]), legal);
    if (distribution.mostLikely() >= ACTIONS) {
      throw new IllegalStateException("an action that does not exist");
    }
  }

  private static double[] nanoseconds(LongSupplier clock, Runnable code, int repetitions) {
    for (int i = 0; i < repetitions; i++) {
      code.run();
    }
    double[] times = new double[repetitions];
    for (int i = 0; i < repetitions; i++) {
      long start = clock.getAsLong();
      code.run();
      times[i] = clock.getAsLong() - start;
    }
    Arrays.sort(times);
    return times;
  }

  private static double median(double[] sorted) {
    return sorted[sorted.length / 2];
  }
}
