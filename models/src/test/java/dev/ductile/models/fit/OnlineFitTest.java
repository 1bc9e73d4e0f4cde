package dev.ductile.models.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;

class OnlineFitTest {
  @Test
  void knowsNothingBeforeTheFirstMeasurement() {
    assertThat(new OnlineFit(Fitter.OPEN, 1, 10).fit()).isEmpty();
  }

  @Test
  void learnsTheSameOneByOneAsAllAtOnce() {
    var online = new OnlineFit(Fitter.OPEN, 1, 10);
    var all = new java.util.ArrayList<Measurement>();
    for (int i = 0; i < 12; i++) {
      all.add(at(1 << (i % 4), 10 + i));
      online.add(all.getLast());
    }
    var where = new Setup(6, 0, 1);

    assertThat(online.fit().orElseThrow().stepsPerSecond(where))
        .isCloseTo(Fitter.OPEN.fit(all).stepsPerSecond(where), withPercentage(1e-6));
    assertThat(online.fit().orElseThrow().setups()).isEqualTo(4);
  }

  @Test
  void followsAJobThatBecameSlower() {
    var online = new OnlineFit(Fitter.OPEN, 0.8, 10);
    var stubborn = new OnlineFit(Fitter.OPEN, 1, 10);
    for (int i = 0; i < 40; i++) {
      Measurement measurement = at(4, i < 20 ? 10 : 5);
      online.add(measurement);
      stubborn.add(measurement);
    }
    var where = new Setup(4, 0, 1);

    assertThat(online.fit().orElseThrow().stepsPerSecond(where)).isCloseTo(5, withPercentage(5));
    assertThat(stubborn.fit().orElseThrow().stepsPerSecond(where)).isGreaterThan(6);
  }

  @Test
  void keepsNoMoreSetupsThanItsLimit() {
    var online = new OnlineFit(Fitter.OPEN, 1, 5);
    for (int workers = 1; workers <= 100; workers++) {
      online.add(at(workers, workers));
    }

    assertThat(online.fit().orElseThrow().setups()).isEqualTo(5);
  }

  @Test
  void refusesAMemoryOfZero() {
    assertThatIllegalArgumentException().isThrownBy(() -> new OnlineFit(Fitter.OPEN, 0, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> new OnlineFit(Fitter.OPEN, 1.1, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> new OnlineFit(Fitter.OPEN, 1, 0));
  }

  private static Measurement at(int workers, double stepsPerSecond) {
    return new Measurement(new Setup(workers, 0, 1), stepsPerSecond);
  }
}
