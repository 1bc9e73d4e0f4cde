package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.JobId;
import dev.ductile.api.Seed;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.JobRow;
import dev.ductile.learned.slot.TaskKinds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots of three jobs, of two types, whose rewards are known functions of their rows. */
class AfterstateCriticTest {
  private static final int JOBS = 3;
  private static final Adam ADAM = Adam.withRate(0.003);
  private static final List<JobId> NAMES = List.of(new JobId("a"), new JobId("b"), new JobId("c"));

  /** The time to the end: proportional to the remaining steps, less with workers, by type. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void itLearnsAKnownFunctionOfARow(long seed) {
    StateMatrix matrix = matrix(TaskKinds.WORKERS_AND_SERVERS);
    var critic = new AfterstateCritic(matrix, ValueScale.LOGARITHM_OF_LOSS, 128, 5000);
    RandomGenerator random = new Seed(seed).stream("jobs");
    for (int slot = 0; slot < 1500; slot++) {
      critic.remember(slot(Sketch.random(matrix, random)));
    }
    TrainedNetwork value =
        critic.trained(untrained(matrix, seed), ADAM, 1500, new Seed(seed).stream("draws"));

    double error = 0;
    for (int i = 0; i < 200; i++) {
      Sketch sketch = Sketch.random(matrix, random);
      double expected = sketch.rewards()[i % JOBS];
      double actual = critic.value(value.network(), matrix.row(sketch.state(), i % JOBS));
      error += Math.abs(actual / expected - 1) / 200;
    }
    assertThat(error).as("mean relative error on new rows, seed %d", seed).isLessThan(0.05);
  }

  @ParameterizedTest
  @EnumSource
  void theRowsOfOtherJobsHaveNoInfluence(TaskKinds kinds) {
    StateMatrix matrix = matrix(kinds);
    var critic = new AfterstateCritic(matrix, ValueScale.LINEAR, 8, 100);
    TrainedNetwork value = untrained(matrix, 1);
    RandomGenerator random = new Seed(1).stream("jobs");
    float[] state = Sketch.random(matrix, random).state();
    float[] other = Sketch.random(matrix, random).state();
    System.arraycopy(state, matrix.columns(), other, matrix.columns(), matrix.columns());

    assertThat(critic.value(value.network(), matrix.row(other, 1)))
        .isEqualTo(critic.value(value.network(), matrix.row(state, 1)));
    assertThat(critic.value(value.network(), matrix.row(other, 0)))
        .isNotEqualTo(critic.value(value.network(), matrix.row(state, 0)));
  }

  /** A network of one layer that puts out the last of its inputs. */
  @ParameterizedTest
  @EnumSource
  void theFiguresOfAJobAreAlsoSeenAsLogarithms(TaskKinds kinds) {
    StateMatrix matrix = matrix(kinds);
    float[][] weights = new float[matrix.inputsOfRow()][1];
    weights[weights.length - 1][0] = 1;
    var last = new DenseNetwork(List.of(new DenseNetwork.Layer(weights, new float[1])));
    float[] state = Sketch.random(matrix, new Seed(1).stream("jobs")).state();

    assertThat(
            new AfterstateCritic(matrix, ValueScale.LINEAR, 8, 100)
                .value(last, matrix.row(state, 1)))
        .isCloseTo(Math.log(state[2 * matrix.columns() - 1] + 0.01), within(1e-6));
  }

  @Test
  void itForgetsTheOldestJobs() {
    StateMatrix matrix = matrix(TaskKinds.WORKERS);
    var critic = new AfterstateCritic(matrix, ValueScale.LINEAR, 32, 10 * JOBS);
    Sketch sketch = Sketch.random(matrix, new Seed(1).stream("jobs"));
    for (double reward = 1; reward <= 2; reward++) {
      for (int slot = 0; slot < 10; slot++) {
        critic.remember(slot(new Sketch(sketch.state(), new double[] {reward, reward, reward})));
      }
    }

    TrainedNetwork value =
        critic.trained(untrained(matrix, 1), ADAM, 1000, new Seed(1).stream("draws"));

    assertThat(critic.value(value.network(), matrix.row(sketch.state(), 0)))
        .isCloseTo(2, within(0.02));
  }

  @Test
  void aJobWithoutRewardIsNoExample() {
    StateMatrix matrix = matrix(TaskKinds.WORKERS);
    var critic = new AfterstateCritic(matrix, ValueScale.LINEAR, 8, 100);
    TrainedNetwork before = untrained(matrix, 1);
    Sketch sketch = Sketch.random(matrix, new Seed(1).stream("jobs"));
    critic.remember(new Slot(List.of(batch(sketch)), Map.of(), List.of()));

    assertThat(critic.trained(before, ADAM, 10, new Seed(1).stream("draws"))).isSameAs(before);

    critic.remember(new Slot(List.of(batch(sketch)), Map.of(NAMES.getLast(), 7.0), List.of()));
    TrainedNetwork value = critic.trained(before, ADAM, 1000, new Seed(1).stream("draws"));
    assertThat(critic.value(value.network(), matrix.row(sketch.state(), 2)))
        .isCloseTo(7, within(0.05));
  }

  @Test
  void aJobWhoseTasksFoundNoPlaceIsNoExample() {
    StateMatrix matrix = matrix(TaskKinds.WORKERS);
    var critic = new AfterstateCritic(matrix, ValueScale.LINEAR, 8, 100);
    TrainedNetwork before = untrained(matrix, 1);
    Sketch sketch = Sketch.random(matrix, new Seed(1).stream("jobs"));
    Map<JobId, Double> reward = Map.of(NAMES.getLast(), 7.0);
    critic.remember(new Slot(List.of(batch(sketch)), reward, Set.of(NAMES.getLast()), List.of()));

    assertThat(critic.trained(before, ADAM, 10, new Seed(1).stream("draws"))).isSameAs(before);
  }

  /** A state with the reward of each of its jobs, in the order of the rows. */
  private static final class Sketch {
    private final float[] state;
    private final double[] rewards;

    Sketch(float[] state, double[] rewards) {
      this.state = state;
      this.rewards = rewards;
    }

    float[] state() {
      return state;
    }

    double[] rewards() {
      return rewards;
    }

    static Sketch random(StateMatrix matrix, RandomGenerator random) {
      float[] state = new float[matrix.inputs()];
      double[] rewards = new double[JOBS];
      for (int row = 0; row < JOBS; row++) {
        int type = random.nextInt(2);
        double remaining = Math.exp(random.nextDouble(0, 3));
        int workers = random.nextInt(5);
        matrix.write(
            new JobRow(
                OptionalInt.of(type), random.nextInt(9), remaining, 0.1 * workers, workers, 1),
            row,
            state);
        rewards[row] = -(type + 1) * remaining / (1 + workers);
      }
      return new Sketch(state, rewards);
    }
  }

  private static Slot slot(Sketch sketch) {
    var rewards = new HashMap<JobId, Double>();
    for (int row = 0; row < JOBS; row++) {
      rewards.put(NAMES.get(row), sketch.rewards()[row]);
    }
    return new Slot(List.of(batch(sketch)), rewards, List.of());
  }

  private static Batch batch(Sketch sketch) {
    return new Batch(NAMES, List.of(), List.of(), sketch.state());
  }

  private static StateMatrix matrix(TaskKinds kinds) {
    return new StateMatrix(JOBS, 2, kinds, new Scales(0.1, 0.1, 5, 0.5));
  }

  private static TrainedNetwork untrained(StateMatrix matrix, long seed) {
    return TrainedNetwork.untrained(
        DenseNetwork.random(new Seed(seed), matrix.inputsOfRow(), 32, 32, 1));
  }
}
