package dev.ductile.runtime.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.data.ExampleOrder;
import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.ModelSpec.Kind;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.TrainingJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceTest {
  @TempDir Path directory;

  private static ModelSpec model(Kind kind, int classes) {
    return new ModelSpec(kind, classes, List.of(16), 0, 1e-4, 1, true);
  }

  @ParameterizedTest
  @CsvSource({
    "LOGISTIC, a9a, 123, ADAM, 0.02, 0.5",
    "LOGISTIC, kdd2012, 200000, ADAGRAD, 0.5, 0.3",
    "SVM, a9a, 123, SGD, 0.02, 0.75",
    "LINEAR, dense, 20, MOMENTUM, 0.05, 0.05",
    "LASSO, dense, 20, SGD, 0.3, 0.05",
    "RIDGE, dense, 20, ADAGRAD, 0.3, 0.05",
    "HUBER, dense, 20, ADAM, 0.05, 0.05",
    "SOFTMAX, digits, 64, ADAM, 0.03, 0.5",
    "MLP, digits, 64, MOMENTUM, 0.05, 0.5"
  })
  void everyModelLearns(
      Kind kind, String shape, int features, OptimizerSpec.Kind rule, double rate, double goal)
      throws IOException {
    var job = Jobs.generated(model(kind, 10), shape, 3_000, features, Jobs.optimizer(rule, rate));
    Reference reference = Reference.read(job, directory);
    double before = reference.loss();
    reference.run();
    assertThat(reference.step()).isEqualTo(5 * 30);
    assertThat(reference.loss()).as("began at %f", before).isLessThan(goal).isLessThan(before);
    assertThat(reference.objective()).isGreaterThan(reference.loss());
  }

  /**
   * The parameters of the same batches in one plain loop over double numbers, which draws all of
   * them in each step: keyed rows are read and saved as if they had been touched in every step.
   */
  @ParameterizedTest
  @CsvSource({
    "a9a, 123, 0, 1e-4",
    "kdd2012, 100000, 0, 1e-2",
    "kdd2012, 100000, 1e-4, 0",
    "kdd2012, 100000, 1e-4, 1e-2"
  })
  void stepsAreThoseOfAPlainLoop(String shape, int features, double l1, double l2)
      throws IOException {
    var model = new ModelSpec(Kind.LOGISTIC, 0, List.of(16), l1, l2, 1, true);
    var job =
        Jobs.generated(model, shape, 1_000, features, Jobs.optimizer(OptimizerSpec.Kind.SGD, 1));
    Reference reference = Reference.read(job, directory);
    List<Examples> splits = Reference.splits(job, directory);
    double[] weights = new double[features + 1];
    for (int step = 0; step < 15; step++) {
      reference.advance();
      plainStep(splits, weights, step, job);
    }
    float[] learnt = reference.numbers(0);
    for (int i = 0; i < features; i++) {
      assertThat((double) learnt[i]).isCloseTo(weights[i], within(1e-5));
    }
    assertThat((double) reference.numbers(1)[0]).isCloseTo(weights[features], within(1e-5));
  }

  private static void plainStep(
      List<Examples> splits, double[] weights, int step, TrainingJob job) {
    int steps = 10;
    int bias = weights.length - 1;
    double[] sum = new double[weights.length];
    int count = 0;
    for (int k = 0; k < splits.size(); k++) {
      Examples split = splits.get(k);
      int[] order = ExampleOrder.of(split.count(), job.seed(), k, step / steps, true);
      int from = ExampleOrder.begin(split.count(), k, splits.size(), step % steps, steps);
      int to = ExampleOrder.begin(split.count(), k, splits.size(), step % steps + 1, steps);
      for (int i = from; i < to; i++) {
        double score = weights[bias];
        for (int j = split.starts()[order[i]]; j < split.starts()[order[i] + 1]; j++) {
          score += weights[split.features()[j]] * split.values()[j];
        }
        double label = split.labels()[order[i]];
        double slope = -label / (1 + Math.exp(label * score));
        for (int j = split.starts()[order[i]]; j < split.starts()[order[i] + 1]; j++) {
          sum[split.features()[j]] += slope * split.values()[j];
        }
        sum[bias] += slope;
        count++;
      }
    }
    for (int i = 0; i < weights.length; i++) {
      double moved = weights[i] - sum[i] / count;
      weights[i] = i == bias ? moved : drawn(moved, job.model().l1(), job.model().l2());
    }
  }

  private static double drawn(double number, double l1, double l2) {
    return Math.copySign(Math.max(0, Math.abs(number) - l1), number) / (1 + l2);
  }

  /** One feature, so the best weight is known: soft(sum x y / n, l1) / (sum x x / n + l2). */
  @Test
  void lassoAndRidgeReachTheirClosedForms() {
    var random = new SplittableRandom(3);
    int n = 200;
    float[] x = new float[n];
    float[] y = new float[n];
    double xy = 0;
    double xx = 0;
    for (int i = 0; i < n; i++) {
      x[i] = 2 * random.nextFloat() - 1;
      y[i] = 3 * x[i] + random.nextFloat() - 0.5f;
      xy += (double) x[i] * y[i] / n;
      xx += (double) x[i] * x[i] / n;
    }
    var withL1 = EnumSet.complementOf(EnumSet.of(OptimizerSpec.Kind.NEWTON));
    for (OptimizerSpec.Kind rule : withL1) {
      var spec = new ModelSpec(Kind.LASSO, 0, List.of(), 0.25, 0.125, 1, false);
      var job =
          Jobs.generated(
              spec,
              "dense",
              n,
              1,
              Jobs.optimizer(rule, rule == OptimizerSpec.Kind.ADAGRAD ? 0.5 : 0.05));
      var reference = new Reference(Jobs.inOneBatch(job, n), List.of(Examples.dense(y, 1, x)));
      for (int step = 0; step < 3_000; step++) {
        reference.advance();
      }
      assertThat((double) reference.numbers(0)[0])
          .as(rule.toString())
          .isCloseTo((xy - 0.25) / (xx + 0.125), within(0.01));
    }
  }
}
