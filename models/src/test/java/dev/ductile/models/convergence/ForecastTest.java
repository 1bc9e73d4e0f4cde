package dev.ductile.models.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ForecastTest {

  @ParameterizedTest
  @CsvSource({
    "digits-cnn-6, 240, 0.7",
    "digits-cnn-12, 240, 0.6",
    "digits-cnn-27, 240, 0.7",
    "char-transformer-0, 200, 0.7",
    "char-transformer-13, 200, 0.7",
    "char-transformer-24, 200, 0.7"
  })
  void realCurvesAreForecast(String name, int seen, double share) throws IOException {
    RealCurve run = RealCurve.named(name);
    int steps = run.losses().size();
    double target = run.smoothed((int) (share * steps));
    int truth = run.first(target) - seen;

    Forecast forecast = Forecast.of(run.seen(seen), target, 10L * steps);

    assertThat(forecast).isInstanceOf(Forecast.Expected.class);
    var expected = (Forecast.Expected) forecast;
    assertThat((long) truth).as("%s", forecast).isBetween(expected.low(), expected.high());
    assertThat(Math.abs(expected.likely() - truth)).as("%s", forecast).isLessThan(steps / 4);
  }

  @Test
  void everyStartOfEveryRealCurveGetsASensibleAnswer() throws IOException {
    for (RealCurve run : RealCurve.all()) {
      for (int seen = 1; seen <= run.losses().size(); seen += 23) {
        LossHistory history = run.seen(seen);
        Forecast forecast = Forecast.of(history, 0.01, Forecast.limit(history));
        Hint hint = Hint.of(history, 0.01, Forecast.limit(history));
        assertThat(forecast).as("%s after %d", run.name(), seen).isNotNull();
        assertThat(hint.sentence()).as("%s after %d", run.name(), seen).isNotEmpty();
        if (hint.verdict() != Hint.Verdict.WAIT) {
          assertThat(hint.chance()).as("%s after %d", run.name(), seen).isBetween(0.0, 1.0);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void anyReportedLossesGetASensibleAnswer(long seed) {
    var chance = new Random(seed);
    double[] strange = {Double.NaN, Double.NEGATIVE_INFINITY, 0, -1, 1e300, -1e300, 1e-300, 1};
    var history = new LossHistory();
    for (int i = 0; i < 500; i++) {
      long step = chance.nextLong(1L << chance.nextInt(1, 49));
      history.add(step, strange[chance.nextInt(strange.length)]);
      history.add(step, 1 + chance.nextDouble());
    }

    Ensemble curve = Ensemble.fit(history).orElseThrow();
    double later = 2.0 * history.lastStep();

    assertThat(curve.loss(later)).as("seed %d", seed).isFinite();
    assertThat(curve.chance(0.5, later)).as("seed %d", seed).isBetween(0.0, 1.0);
    assertThat(Forecast.of(history, 0.5, Long.MAX_VALUE)).as("seed %d", seed).isNotNull();
  }

  @Test
  void aTargetAtThePresentLossIsReached() {
    LossHistory history = EnsembleTest.history(100, step -> 10 / step);

    assertThat(Forecast.of(history, 0.2, 1000)).isInstanceOf(Forecast.Reached.class);
  }

  @Test
  void aTargetFarBelowAPlateauIsImprobable() {
    LossHistory history = EnsembleTest.history(200, step -> 2.3 + 1e-6 * step);

    assertThat(Forecast.of(history, 0.1, 2000)).isInstanceOf(Forecast.Unlikely.class);
    assertThat(Hint.of(history, 0.1, 2000).verdict()).isEqualTo(Hint.Verdict.PROBABLY_STOP);
  }

  @Test
  void fewLossesAndDivergedRunsAreReported() {
    LossHistory few = EnsembleTest.history(3, step -> 1 / step);
    LossHistory broken = EnsembleTest.history(100, step -> step < 90 ? 1 : Double.NaN);

    assertThat(Forecast.of(few, 0.1, 1000)).isEqualTo(new Forecast.TooEarly(3, Ensemble.FEWEST));
    assertThat(Forecast.of(broken, 0.1, 1000)).isEqualTo(new Forecast.Diverged());
    assertThatIllegalArgumentException().isThrownBy(() -> Forecast.of(few, Double.NaN, 1000));
  }

  @Test
  void fewerLossesMakeAWiderInterval() throws IOException {
    RealCurve run = RealCurve.named("digits-cnn-50");
    var early = (Forecast.Expected) Forecast.of(run.seen(100), 0.15, 6000);
    var late = (Forecast.Expected) Forecast.of(run.seen(300), 0.15, 6000);

    assertThat(late.high() - late.low()).isLessThan(early.high() - early.low());
  }

  @Test
  void aPlateauIsTheEndOfTheLastQuietEpoch() {
    var plateau = new Plateau(10, 0.5, 2);

    assertThat(plateau.step(step -> 100.0 / step, 10, 1000)).isEqualTo(OptionalLong.of(70));
    assertThat(plateau.step(step -> -step, 10, 1000)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new Plateau(0, 1, 1));
  }
}
