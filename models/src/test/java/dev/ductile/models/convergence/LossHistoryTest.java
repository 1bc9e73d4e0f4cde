package dev.ductile.models.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LossHistoryTest {

  @Test
  void fewStepsAreKeptOneByOne() {
    var history = new LossHistory();
    history.add(1, 4);
    history.add(2, 2);
    history.add(5, 1);

    assertThat(history.buckets())
        .extracting(LossHistory.Bucket::step, LossHistory.Bucket::loss)
        .containsExactly(tuple(1, 4), tuple(2, 2), tuple(5, 1));
    assertThat(history.lastStep()).isEqualTo(5);
    assertThat(history.smoothed()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void manyStepsUseBoundedMemoryAndKeepTheirMean(long seed) {
    var chance = new Random(seed);
    var history = new LossHistory();
    int steps = 2000 + chance.nextInt(100_000);
    double sum = 0;
    for (int step = 0; step < steps; step++) {
      double loss = chance.nextDouble();
      sum += loss;
      history.add(step, loss);
    }

    List<LossHistory.Bucket> buckets = history.buckets();
    double mean = 0;
    for (LossHistory.Bucket bucket : buckets) {
      mean += bucket.loss() * bucket.losses() / steps;
    }
    assertThat(buckets).as("seed %d", seed).hasSizeBetween(256, 512);
    assertThat(mean).as("seed %d", seed).isCloseTo(sum / steps, within(1e-9));
    assertThat(buckets.getLast().step()).as("seed %d", seed).isLessThan(steps);
  }

  @Test
  void theSmoothedLossIsTheMeanOfTheLastTwentyFive() {
    var history = new LossHistory();
    for (int step = 1; step <= 200; step++) {
      history.add(step, step);
    }

    assertThat(history.smoothing()).isEqualTo(25);
    assertThat(history.smoothed()).isCloseTo(188, within(1e-9));
    assertThat(history.lag()).isCloseTo(12, within(0.1));
  }

  @Test
  void lossesThatAreNotFiniteAreLeftOut() {
    var history = new LossHistory();
    history.add(1, Double.NaN);
    history.add(2, 1);
    history.add(3, Double.POSITIVE_INFINITY);

    assertThat(history.losses()).isEqualTo(1);
    assertThat(history.hasDiverged()).isTrue();
    history.add(4, 1);
    assertThat(history.hasDiverged()).isFalse();
    assertThat(new LossHistory().smoothed()).isNaN();
  }

  @Test
  void aNegativeStepIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LossHistory().add(-1, 1))
        .withMessageContaining("not -1");
  }

  private static org.assertj.core.groups.Tuple tuple(double step, double loss) {
    return org.assertj.core.groups.Tuple.tuple(step, loss);
  }
}
