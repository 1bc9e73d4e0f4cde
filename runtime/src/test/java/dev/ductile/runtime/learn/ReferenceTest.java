package dev.ductile.runtime.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.data.Order;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.ModelSpec.Kind;
import dev.ductile.runtime.job.OptimizerSpec;
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

  /** The parameters of the same batches in one plain loop over double numbers. */
  @Test
  void stepsAreThoseOfAPlainLoop() throws IOException {
    var job =
        Jobs.generated(
            model(Kind.LOGISTIC, 0), "a9a", 1_000, 123, Jobs.optimizer(OptimizerSpec.Kind.SGD, 1));
    Reference reference = Reference.read(job, directory);
    List<Examples> splits = Reference.splits(job, directory);
    double[] weights = new double[124];
    for (int step = 0; step < 15; step++) {
      reference.advance();
      plainStep(splits, weights, step, 10, job.seed());
    }
    for (int i = 0; i < 123; i++) {
      assertThat((double) reference.numbers(0)[i]).isCloseTo(weights[i], within(1e-5));
    }
    assertThat((double) reference.numbers(1)[0]).isCloseTo(weights[123], within(1e-5));
  }

  private static void plainStep(
      List<Examples> splits, double[] weights, int step, int steps, long seed) {
    double[] sum = new double[weights.length];
    int count = 0;
    for (int k = 0; k < splits.size(); k++) {
      Examples split = splits.get(k);
      int[] order = Order.of(split.count(), seed, k, step / steps, true);
      int from = Order.begin(split.count(), k, splits.size(), step % steps, steps);
      int to = Order.begin(split.count(), k, splits.size(), step % steps + 1, steps);
      for (int i = from; i < to; i++) {
        double score = weights[123];
        for (int j = split.starts()[order[i]]; j < split.starts()[order[i] + 1]; j++) {
          score += weights[split.features()[j]] * split.values()[j];
        }
        double label = split.labels()[order[i]];
        double slope = -label / (1 + Math.exp(label * score));
        for (int j = split.starts()[order[i]]; j < split.starts()[order[i] + 1]; j++) {
          sum[split.features()[j]] += slope * split.values()[j];
        }
        sum[123] += slope;
        count++;
      }
    }
    for (int i = 0; i < weights.length; i++) {
      double regularized = i < 123 ? 1 + 1e-4 : 1;
      weights[i] = (weights[i] - sum[i] / count) / regularized;
    }
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
