package dev.ductile.runtime.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.ModelSpec.Kind;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModelsTest {
  private static final int SEEDS = 20;
  private static final int EXAMPLES = 7;

  @ParameterizedTest
  @EnumSource
  void theGradientIsThatOfFiniteDifferences(Kind kind) {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      boolean dense = seed % 2 == 0;
      Examples examples = Samples.examples(kind, dense, EXAMPLES, random);
      Model model = Models.of(Samples.spec(kind), Samples.FEATURES, false, seed);
      Parameters parameters = Samples.parameters(model, random);
      Batch batch = Samples.batch(model, examples);
      var gradient = new Gradient(model.tensors());
      model.accumulate(batch, 0, EXAMPLES, parameters, gradient);
      for (int t = 0; t < model.tensors().size(); t++) {
        for (int i = 0; i < parameters.tensor(t).length; i++) {
          assertThat((double) gradient.sums(t)[i])
              .as("%s, seed %d, tensor %d, number %d", kind, seed, t, i)
              .isCloseTo(slope(model, batch, parameters, t, i), within(5e-3));
        }
      }
    }
  }

  private static double slope(Model model, Batch batch, Parameters parameters, int t, int i) {
    float step = 3e-4f;
    float[] numbers = parameters.tensor(t);
    float before = numbers[i];
    numbers[i] = before + step;
    double above = loss(model, batch, parameters);
    numbers[i] = before - step;
    double below = loss(model, batch, parameters);
    numbers[i] = before;
    return (above - below) / (2 * step);
  }

  private static double loss(Model model, Batch batch, Parameters parameters) {
    return model.accumulate(batch, 0, EXAMPLES, parameters, new Gradient(model.tensors()));
  }

  @ParameterizedTest
  @EnumSource
  void keyedRowsLearnTheSameAsWholeTensors(Kind kind) {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      Examples examples = Samples.examples(kind, false, EXAMPLES, random);
      Model whole = Models.of(Samples.spec(kind), Samples.FEATURES, false, seed);
      Model keyed = Models.of(Samples.spec(kind), Samples.FEATURES, true, seed);
      Parameters all = Samples.parameters(whole, random);
      var expected = new Gradient(whole.tensors());
      double loss = whole.accumulate(Samples.batch(whole, examples), 0, EXAMPLES, all, expected);

      Batch batch = Samples.batch(keyed, examples);
      var some = new Parameters(keyed.tensors());
      var gradient = new Gradient(keyed.tensors());
      some.fit(batch);
      gradient.begin(batch);
      int width = keyed.tensors().getFirst().width();
      for (int t = 1; t < keyed.tensors().size(); t++) {
        System.arraycopy(all.tensor(t), 0, some.tensor(t), 0, all.tensor(t).length);
      }
      for (int row = 0; row < batch.rowCount(); row++) {
        int from = batch.rows()[row] * width;
        System.arraycopy(all.tensor(0), from, some.tensor(0), row * width, width);
      }
      assertThat(
              keyed.accumulate(batch, 0, 3, some, gradient)
                  + keyed.accumulate(batch, 3, EXAMPLES, some, gradient))
          .as("seed %d", seed)
          .isCloseTo(loss, within(1e-5));
      for (int i = 0; i < batch.rowCount() * width; i++) {
        int row = batch.rows()[i / width];
        assertThat(gradient.sums(0)[i])
            .as("seed %d, row %d", seed, row)
            .isCloseTo(expected.sums(0)[row * width + i % width], within(1e-5f));
      }
    }
  }

  @Test
  void rowsOfABatchAreSortedAndUnique() {
    Model model = Models.of(Samples.spec(Kind.LOGISTIC), 50_000_000, true, 0);
    var batch = new Batch(model.tensors());
    int[] features = {7, 49_999_999, 0, 7, 3_000_000};
    var examples =
        new Examples(new float[] {1, -1, 1}, new int[] {0, 2, 4, 5}, features, new float[5]);
    batch.add(examples, new int[] {2, 0, 1}, 0, 3);
    assertThat(batch.rows()).startsWith(0, 7, 3_000_000, 49_999_999);
    assertThat(batch.rowCount()).isEqualTo(4);
    assertThatThrownBy(() -> batch.add(examples, new int[] {0}, 0, 1))
        .isInstanceOf(IllegalStateException.class);
    batch.clear();
    assertThat(batch.rowCount()).isZero();
  }

  @Test
  void manyRowsAreFoundAgain() {
    Model model = Models.of(Samples.spec(Kind.LOGISTIC), 50_000_000, true, 0);
    var random = new SplittableRandom(1);
    int[] features = random.ints(20_000, 0, 50_000_000).sorted().distinct().toArray();
    var examples =
        new Examples(
            new float[1], new int[] {0, features.length}, features, new float[features.length]);
    var batch = new Batch(model.tensors());
    batch.add(examples, new int[] {0}, 0, 1);
    assertThat(batch.rows()).startsWith(features);
    int[] renamed = batch.slices(0, 1).getFirst().examples().features();
    for (int i = 0; i < renamed.length; i++) {
      assertThat(renamed[i]).isEqualTo(i);
    }
  }

  @Test
  void aLabelBelowZeroIsTheFirstOfTwoClasses() {
    var spec = new ModelSpec(Kind.SOFTMAX, 2, List.of(), 0, 0, 1, true);
    Model model = Models.of(spec, 1, false, 1);
    var examples =
        new Examples(new float[] {-1, 1}, new int[] {0, 1, 2}, new int[2], new float[] {1, 1});
    var batch = new Batch(model.tensors());
    batch.add(examples, new int[] {0, 1}, 0, 1);
    var gradient = new Gradient(model.tensors());
    model.accumulate(batch, 0, 1, new Parameters(model.tensors()), gradient);

    assertThat(gradient.sums(0)).containsExactly(-0.5f, 0.5f);
  }

  @Test
  void scoresOfAnySizeHaveAFiniteLoss() {
    for (Loss loss : new Loss[] {new Loss.Logistic(), new Loss.SquaredHinge(), new Loss.Huber(1)}) {
      for (double score : new double[] {-1e6, -50, 0, 50, 1e6}) {
        for (double label : new double[] {-1, 1}) {
          assertThat(loss.value(score, label)).as("%s at %s", loss, score).isFinite();
          assertThat(loss.slope(score, label)).as("%s at %s", loss, score).isFinite();
        }
      }
    }
    assertThat(new Loss.Logistic().value(0, 1)).isCloseTo(Math.log(2), within(1e-12));
    assertThat(new Loss.SquaredHinge().value(0.5, 1)).isEqualTo(0.25);
    assertThat(new Loss.Huber(1).value(3, 0)).isEqualTo(2.5);
  }

  @Test
  void theFirstParametersOfAPerceptronDoNotDependOnTheServer() {
    Model model = Models.of(Samples.spec(Kind.MLP), Samples.FEATURES, false, 5);
    float[] all = new float[Samples.FEATURES * 5];
    float[] some = new float[2 * 5];
    model.begin(0, 0, Samples.FEATURES, all);
    model.begin(0, 3, 2, some);
    for (int i = 0; i < some.length; i++) {
      assertThat(some[i]).isEqualTo(all[3 * 5 + i]).isNotZero();
    }
    assertThat(model.isRegularized(0)).isTrue();
    assertThat(model.isRegularized(1)).isFalse();
  }
}
