package dev.ductile.models.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ductile.api.Allocation;
import dev.ductile.api.Estimate;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FitterTest {
  private static final double[] SERVERS = {0.01, 0.1, 0.3, 0.02, 0.2};
  private static final double[] RING = {0.004, 0.002, 0.08, 0.05};

  @Test
  void eightChosenSizesPredictAWholeGrid() {
    double sum = 0;
    for (int seed = 1; seed <= 10; seed++) {
      List<Measurement> all = grid(seed);
      List<Measurement> chosen = Fitter.OPEN.explore(all, 8);
      sum += Fitter.OPEN.fit(chosen).errors(all).mean();
    }

    assertThat(sum / 10).isLessThan(0.06);
  }

  @Test
  void aRangeContainsAboutNineOfTenSpeeds() {
    double inside = 0;
    for (int seed = 1; seed <= 20; seed++) {
      List<Measurement> all = grid(seed);
      inside += Fitter.OPEN.fit(Fitter.OPEN.explore(all, 8)).errors(all).covered() / 20;
    }

    assertThat(inside).isBetween(0.85, 0.995);
  }

  @Test
  void theNextSizeIsChosenWithoutALookAtItsSpeed() {
    List<Measurement> all = grid(1);
    List<Setup> setups = all.stream().map(Measurement::setup).toList();
    List<Measurement> known = all.subList(0, 3);

    Optional<Setup> next = Fitter.OPEN.next(setups, known);

    assertThat(next).isPresent().isNotIn(known.stream().map(Measurement::setup).toList());
    assertThat(Fitter.OPEN.next(setups, all)).isEmpty();
    assertThat(Fitter.OPEN.next(List.of(), known)).isEmpty();
  }

  @Test
  void moreMeasurementsNarrowTheRange() {
    List<Measurement> all = ring(0, 1, 2, 4, 8, 16, 32);
    double before = Double.POSITIVE_INFINITY;
    for (int count : new int[] {1, 3, 6}) {
      Fit fit = Fitter.OPEN.fit(all.subList(0, count));
      double doubt = factor(fit.estimate(new Setup(24, 0, 256)));
      assertThat(doubt).as("%d measurements", count).isLessThan(before);
      before = doubt;
    }
  }

  @Test
  void oneMeasurementIsMatchedAndOtherSizesHaveWideRanges() {
    Fit fit = Fitter.OPEN.fit(ring(0, 4));

    assertThat(fit.stepsPerSecond(new Setup(4, 0, 256)))
        .isCloseTo(ring(0, 4).getFirst().stepsPerSecond(), byPercent(5));
    assertThat(factor(fit.estimate(new Setup(4, 0, 256)))).isLessThan(1.3);
    assertThat(factor(fit.estimate(new Setup(64, 0, 256)))).isGreaterThan(2);
  }

  @Test
  void oneWorkerLeavesBothNoGainAndAGoodGainPossible() {
    double one = ring(0, 1).getFirst().stepsPerSecond();
    Estimate many = Fitter.OPEN.fit(ring(0, 1)).estimate(new Setup(64, 0, 256));

    assertThat(many.low()).isLessThan(one);
    assertThat(many.stepsPerSecond()).isBetween(one, 10 * one);
    assertThat(many.high()).isGreaterThan(20 * one);
  }

  @Test
  void tenIdenticalMeasurementsTellNoMoreAboutOtherSizesThanOne() {
    var ten = new ArrayList<Measurement>();
    for (int i = 0; i < 10; i++) {
      ten.addAll(ring(0, 4));
    }

    Fit fit = Fitter.OPEN.fit(ten);
    assertThat(fit.setups()).isEqualTo(1);
    assertThat(factor(fit.estimate(new Setup(64, 0, 256)))).isGreaterThan(2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 10})
  void oneOutlierOfTenChangesNoDistantEstimate(double factor) {
    for (int at = 0; at < 10; at++) {
      List<Measurement> measured = new ArrayList<>(ring(0.02, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32));
      Measurement wrong = measured.get(at);
      measured.set(at, new Measurement(wrong.setup(), wrong.stepsPerSecond() * factor));

      Fit fit = Fitter.OPEN.fit(measured);

      for (Measurement truth : ring(0, 1, 2, 4, 8, 16, 32)) {
        Estimate estimate = fit.estimate(truth.setup());
        boolean near = Math.abs(estimate.stepsPerSecond() / truth.stepsPerSecond() - 1) < 0.2;
        boolean honest =
            estimate.low() <= truth.stepsPerSecond() && truth.stepsPerSecond() <= estimate.high();
        assertThat(near || honest).as("outlier at %s: %s for %s", wrong, estimate, truth).isTrue();
      }
    }
  }

  @Test
  void contradictionsWidenTheRange() {
    List<Measurement> calm = ring(0, 1, 2, 4, 8, 1, 2, 4, 8);
    var torn = new ArrayList<>(ring(0, 1, 2, 4, 8));
    ring(0, 1, 2, 4, 8)
        .forEach(one -> torn.add(new Measurement(one.setup(), 3 * one.stepsPerSecond())));

    var where = new Setup(6, 0, 256);
    assertThat(factor(Fitter.OPEN.fit(torn).estimate(where)))
        .isGreaterThan(1.5 * factor(Fitter.OPEN.fit(calm).estimate(where)));
  }

  @Test
  void aSpeedThatHasStoppedGrowingDoesNotGrowAgain() {
    for (int seed = 1; seed <= 20; seed++) {
      List<Measurement> measured = noisy(flat(), new Seed(seed).stream("noise"), 0.05);
      double best = measured.stream().mapToDouble(Measurement::stepsPerSecond).max().orElseThrow();
      Fit fit = Fitter.OPEN.fit(measured);
      for (int workers = 9; workers <= 256; workers++) {
        assertThat(fit.stepsPerSecond(new Setup(workers, 0, 64)))
            .as("seed %d, %d workers", seed, workers)
            .isLessThan(1.1 * best);
      }
    }
  }

  @Test
  void aPriorIsScaledByTheFirstMeasurement() {
    Speed assumed = where -> where.workers() / (1.0 + 0.1 * where.workers());
    Fitter fitter = Fitter.OPEN.withPrior(Prior.of(assumed, 0.1));

    Fit fit = fitter.fit(List.of(new Measurement(new Setup(1, 0, 1), 3 / 1.1)));

    assertThat(fit.form()).isEqualTo("prior");
    assertThat(fit.stepsPerSecond(new Setup(16, 0, 1))).isCloseTo(16 * 3 / 2.6, byPercent(2));
  }

  @Test
  void aWrongPriorLosesTheCompetition() {
    Fitter fitter = Fitter.OPEN.withPrior(Prior.of(Allocation::workers, 0.1));

    Fit fit = fitter.fit(ring(0, 1, 2, 4, 8, 16, 32, 64));

    assertThat(fit.form()).isNotEqualTo("prior");
    assertThat(fit.scores()).extracting(Fitter.Score::form).contains("prior");
  }

  @Test
  void aFittedSpeedAnswersForEveryAllocation() {
    Speed speed = Fitter.OPEN.fit(grid(1)).speed(32, 2);

    assertThat(speed.stepsPerSecond(Allocation.NONE)).isZero();
    assertThat(speed.estimate(Allocation.NONE)).isEqualTo(Estimate.exactly(0));
    assertThat(speed.stepsPerSecond(Allocation.together(new Size(3, 0))))
        .isEqualTo(speed.stepsPerSecond(Allocation.together(new Size(3, 2))));
    assertThat(speed.stepsPerSecond(Allocation.together(new Size(1000, 1)))).isPositive();
    assertThat(speed.stepsPerSecond(Allocation.together(new Size(2_000_000, 3_000_000))))
        .isEqualTo(speed.stepsPerSecond(Allocation.together(new Size(1_000_000, 1_000_000))))
        .isPositive();
  }

  @Test
  void measurementsAtTheBoundsAreFitted() {
    for (double batch : new double[] {1e-12, 1e12}) {
      for (double speed : new double[] {1e-12, 1e12}) {
        for (double weight : new double[] {1e-6, 1e6}) {
          var all =
              List.of(
                  new Measurement(new Setup(1, 0, batch), speed, weight),
                  new Measurement(new Setup(1, 0, batch), speed, 1 / weight),
                  new Measurement(new Setup(2, 0, 1), 1 / speed, weight),
                  new Measurement(new Setup(4, 0, batch), speed, 1));

          Estimate estimate = Fitter.OPEN.fit(all).estimate(new Setup(1, 0, batch));

          assertThat(estimate.stepsPerSecond()).as("%s", all).isPositive().isFinite();
        }
      }
    }
  }

  @Test
  void measurementsThatCannotBeFittedAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fitter.OPEN.fit(List.of()))
        .withMessage("a fit needs at least one measurement");
    var both = new ArrayList<>(ring(0, 1, 2));
    both.add(new Measurement(new Setup(2, 1, 256), 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fitter.OPEN.fit(both))
        .withMessageContaining("some measurements have parameter servers and some have none");
    for (double speed : new double[] {0, -1, 1e308, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Measurement(new Setup(1, 0, 1), speed))
          .withMessageContaining("not " + speed);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Measurement(new Setup(1, 0, 1), 1, 1e308))
        .withMessage(
            "the weight of a measurement must be between 1.0E-6 and 1000000.0, not 1.0E308");
    assertThatIllegalArgumentException().isThrownBy(() -> new Setup(0, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Setup(1, 0, Double.NaN));
  }

  private static List<Measurement> grid(int seed) {
    var random = new Seed(seed).stream("grid");
    double[] theta = SERVERS.clone();
    for (int k = 0; k < theta.length; k++) {
      theta[k] *= StrictMath.exp(random.nextGaussian());
    }
    var all = new ArrayList<Measurement>();
    for (int workers = 1; workers <= 12; workers++) {
      for (int servers = 1; servers <= 12; servers++) {
        var setup = new Setup(workers, servers, 32);
        all.add(new Measurement(setup, 1 / StepTimeForm.SERVERS.secondsPerStep(theta, setup)));
      }
    }
    return noisy(all, random, 0.05);
  }

  private static List<Measurement> ring(double noise, int... workers) {
    var all = new ArrayList<Measurement>();
    for (int count : workers) {
      var setup = new Setup(count, 0, 256);
      all.add(new Measurement(setup, 1 / StepTimeForm.ALL_REDUCE.secondsPerStep(RING, setup)));
    }
    return noisy(all, new Seed(1).stream("noise"), noise);
  }

  private static List<Measurement> flat() {
    var all = new ArrayList<Measurement>();
    double[] speeds = {10, 17, 23, 26, 27, 26, 25, 24};
    for (int i = 0; i < speeds.length; i++) {
      all.add(new Measurement(new Setup(i + 1, 0, 64), speeds[i]));
    }
    return all;
  }

  private static List<Measurement> noisy(
      List<Measurement> exact, RandomGenerator random, double noise) {
    return exact.stream()
        .map(one ->
            new Measurement(
                one.setup(), one.stepsPerSecond() * StrictMath.exp(noise * random.nextGaussian())))
        .toList();
  }

  private static double factor(Estimate estimate) {
    return estimate.high() / estimate.stepsPerSecond();
  }

  private static org.assertj.core.data.Percentage byPercent(double percent) {
    return org.assertj.core.data.Percentage.withPercentage(percent);
  }
}
