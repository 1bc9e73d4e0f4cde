package dev.ductile.learned.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.DenseNetwork.Layer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients beside finite differences, over random networks, batches and legal actions. */
class GradientLawTest {
  private static final int ROWS = 6;
  private static final float STEP = 1f / 256;

  private final float[][] inputs = new float[ROWS][];
  private final boolean[][] legal = new boolean[ROWS][];
  private final int[] actions = new int[ROWS];
  private final double[] advantages = new double[ROWS];
  private DenseNetwork network = DenseNetwork.random(new Seed(0), 1, 1);

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void aPolicyAscendsItsAdvantageAndItsEntropy(long seed) {
    draw(seed);
    ForwardPass pass = network.forward(inputs);
    float[][] outputGradients = new float[ROWS][];
    for (int row = 0; row < ROWS; row++) {
      outputGradients[row] = distribution(pass, row).ascent(actions[row], advantages[row], 0.5);
    }

    assertGradients(
        pass.backward(outputGradients),
        after -> {
          double sum = 0;
          for (int row = 0; row < ROWS; row++) {
            var distribution = distribution(after, row);
            sum += advantages[row] * distribution.logProbability(actions[row]);
            sum += 0.5 * distribution.entropy();
          }
          return sum;
        });
  }

  @ParameterizedTest
  @EnumSource
  void anImitatorDescendsItsLoss(ImitationLoss loss) {
    for (long seed = 1; seed <= 10; seed++) {
      draw(seed);
      ForwardPass pass = network.forward(inputs);
      float[][] outputGradients = new float[ROWS][];
      for (int row = 0; row < ROWS; row++) {
        outputGradients[row] = loss.gradient(distribution(pass, row), actions[row]);
      }

      assertGradients(
          pass.backward(outputGradients),
          after -> {
            double sum = 0;
            for (int row = 0; row < ROWS; row++) {
              sum += loss.value(distribution(after, row), actions[row]);
            }
            return sum;
          });
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void aValueDescendsItsSquaredError(long seed) {
    draw(seed);
    ForwardPass pass = network.forward(inputs);
    float[][] outputGradients = new float[ROWS][network.outputs()];
    for (int row = 0; row < ROWS; row++) {
      var difference = new TemporalDifference(advantages[row], pass.outputs()[row][0]);
      outputGradients[row][0] = (float) difference.gradient();
    }

    assertGradients(
        pass.backward(outputGradients),
        after -> {
          double sum = 0;
          for (int row = 0; row < ROWS; row++) {
            sum += new TemporalDifference(advantages[row], after.outputs()[row][0]).squaredError();
          }
          return sum;
        });
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void aBatchHasTheSumOfTheGradientsOfItsInputs(long seed) {
    RandomGenerator random = new Seed(seed).stream("test");
    DenseNetwork other = DenseNetwork.random(new Seed(seed), 3, 8, 1 + random.nextInt(12));
    float[][] batch = new float[200][3];
    float[][] outputGradients = new float[batch.length][other.outputs()];
    Gradients sum = Gradients.zero(other);
    for (int i = 0; i < batch.length; i++) {
      fill(batch[i], random);
      if (random.nextBoolean()) {
        fill(outputGradients[i], random);
      }
      sum = sum.plus(gradients(other.forward(new float[][] {batch[i]}), outputGradients[i]));
    }

    assertEqual(other.forward(batch).backward(outputGradients), sum);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void neededOutputsAndTheirGradientsDoNotDependOnTheOthers(long seed) {
    RandomGenerator random = new Seed(seed).stream("test");
    RowNetwork rows = RowNetwork.random(new Seed(seed), 5, 4, 2, 3, List.of(8, 8));
    float[] input = new float[rows.inputs()];
    for (int row = 0; row < rows.rows(); row++) {
      input[row * rows.columns()] = random.nextInt(3) == 0 ? 0 : random.nextFloat();
    }
    boolean[] needed = new boolean[rows.outputs()];
    float[] outputGradients = new float[needed.length];
    for (int i = 0; i < needed.length; i++) {
      needed[i] = random.nextInt(4) == 0;
      outputGradients[i] = needed[i] ? (float) Seed.normal(random) : 0;
    }

    Network.Pass all = rows.forward(new float[][] {input});
    Network.Pass some = rows.forward(new float[][] {input}, new boolean[][] {needed});

    for (int i = 0; i < needed.length; i++) {
      float expected = all.outputs()[0][i];
      assertThat(some.outputs()[0][i]).isIn(expected, needed[i] ? expected : 0f);
    }
    assertEqual(gradients(some, outputGradients), gradients(all, outputGradients));
  }

  private static Gradients gradients(Network.Pass pass, float[] outputGradients) {
    return pass.backward(new float[][] {outputGradients});
  }

  private static void fill(float[] values, RandomGenerator random) {
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(3) == 0 ? 0 : (float) Seed.normal(random);
    }
  }

  private static void assertEqual(Gradients gradients, Gradients expected) {
    assertThat(gradients.plus(expected.times(-1)).norm()).isLessThan(1e-5 * (1 + expected.norm()));
  }

  private void draw(long seed) {
    RandomGenerator random = new Seed(seed).stream("test");
    int outputs = 2 + random.nextInt(5);
    int[] sizes = {1 + random.nextInt(6), 1 + random.nextInt(9), 1 + random.nextInt(9), outputs};
    network = DenseNetwork.random(new Seed(seed), sizes);
    for (int row = 0; row < ROWS; row++) {
      inputs[row] = new float[sizes[0]];
      fill(inputs[row], random);
      legal[row] = new boolean[outputs];
      for (int action = 0; action < outputs; action++) {
        legal[row][action] = random.nextInt(3) > 0;
      }
      actions[row] = random.nextInt(outputs);
      legal[row][actions[row]] = true;
      advantages[row] = Seed.normal(random);
    }
  }

  private ActionDistribution distribution(ForwardPass pass, int row) {
    return ActionDistribution.of(pass.outputs()[row], legal[row]);
  }

  private void assertGradients(Gradients gradients, ToDoubleFunction<ForwardPass> loss) {
    int compared = 0;
    int all = 0;
    List<Boolean> active = active(network);
    for (int layer = 0; layer < gradients.layers().size(); layer++) {
      List<float[]> rows = Slopes.rows(gradients.layers().get(layer));
      for (int row = 0; row < rows.size(); row++) {
        for (int i = 0; i < rows.get(row).length; i++) {
          DenseNetwork up = moved(layer, row, i, STEP);
          DenseNetwork down = moved(layer, row, i, -STEP);
          all++;
          // A step that switches a ReLU compares two slopes.
          if (active(up).equals(active) && active(down).equals(active)) {
            compared++;
            assertSlope(loss, up, down, rows.get(row)[i]);
          }
        }
      }
    }
    assertThat(compared).as("compared of %d", all).isGreaterThan(all / 2);
  }

  private void assertSlope(
      ToDoubleFunction<ForwardPass> loss, DenseNetwork up, DenseNetwork down, double gradient) {
    double rise = loss.applyAsDouble(up.forward(inputs)) - loss.applyAsDouble(down.forward(inputs));
    assertThat(rise / (2 * STEP)).isCloseTo(gradient, within(2e-3 * (1 + Math.abs(gradient))));
  }

  /** Whether each hidden unit is active for each input. */
  private List<Boolean> active(DenseNetwork network) {
    var active = new ArrayList<Boolean>();
    for (int hidden = 1; hidden < network.layers().size(); hidden++) {
      var start = new DenseNetwork(network.layers().subList(0, hidden));
      for (float[] row : start.forward(inputs).outputs()) {
        for (float sum : row) {
          active.add(sum > 0);
        }
      }
    }
    return active;
  }

  private DenseNetwork moved(int layer, int row, int weight, float step) {
    List<Layer> layers = new ArrayList<>(network.layers());
    layers.set(layer, Slopes.moved(layers.get(layer), row, weight, step));
    return new DenseNetwork(layers);
  }
}
