package dev.ductile.models.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bandwidth;
import dev.ductile.api.Estimate;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.UnknownNameException;
import dev.ductile.models.profile.ProfileModel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FormModelsTest {
  @Test
  void allReduceIsEq5() {
    Speed speed =
        new FittedAllReduceModel()
            .create(new FittedAllReduceModel.Parameters(128, 1e6, List.of(0.01, 0.02, 3e-7, 0.04)));

    assertThat(at(speed, 1, 0)).isCloseTo(1 / (1.28 + 0.04), within(1e-12));
    assertThat(at(speed, 2_000_000, 0)).isEqualTo(at(speed, 1_000_000, 0)).isPositive();
    assertThat(at(speed, 4, 0)).isCloseTo(1 / (0.32 + 0.06 + 0.3 * 0.75 + 0.04), within(1e-12));
  }

  @Test
  void optimusSynchronousIsItsPublishedForm() {
    Speed speed =
        new OptimusSyncModel()
            .create(
                new OptimusSyncModel.Parameters(
                    List.of(0.01, 0.2, 0.3, 0.04, 0.05), 32, OptionalInt.of(3)));

    double expected = 1 / (0.08 + 0.2 + 0.3 * 4 / 3 + 0.16 + 0.15);
    assertThat(at(speed, 4, 3)).isCloseTo(expected, within(1e-12));
    assertThat(at(speed, 4, 0)).isEqualTo(at(speed, 4, 3));
    assertThat(at(speed, 0, 2)).isZero();
  }

  @Test
  void optimusAsynchronousIsItsPublishedForm() {
    Speed speed =
        new OptimusAsyncModel()
            .create(
                new OptimusAsyncModel.Parameters(
                    List.of(0.2, 0.3, 0.04, 0.05), OptionalDouble.empty(), OptionalInt.empty()));

    assertThat(at(speed, 4, 2)).isCloseTo(4 / (0.2 + 0.6 + 0.16 + 0.1), within(1e-12));
    assertThat(at(speed, 4, 0)).isCloseTo(4 / (0.2 + 1.2 + 0.16 + 0.05), within(1e-12));
  }

  @Test
  void ernestIsItsPublishedForm() {
    Speed speed =
        new ErnestModel()
            .create(
                new ErnestModel.Parameters(List.of(0.1, 2.0, 0.3, 0.04), OptionalDouble.empty()));

    assertThat(at(speed, 8, 0))
        .isCloseTo(1 / (0.1 + 0.25 + 0.3 * StrictMath.log(8) + 0.32), within(1e-12));
  }

  @Test
  void aFittedModelIsItsMeasurements() {
    var points =
        List.of(point(1, 1.0), point(2, 1.8), point(4, 3.0), point(8, 4.0), point(16, 4.5));
    var written =
        new FittedModel.Parameters(
            Optional.of("ernest"),
            OptionalDouble.of(64),
            OptionalInt.empty(),
            points,
            Optional.empty(),
            Optional.empty());
    Speed speed = new FittedModel().create(written);

    assertThat(at(speed, 4, 0)).isCloseTo(3, within(0.2));
    assertThat(speed.estimate(Allocation.together(Size.workers(32))).high())
        .isGreaterThan(at(speed, 32, 0));
    assertThatExceptionOfType(UnknownNameException.class)
        .isThrownBy(() ->
            new FittedModel()
                .create(
                    new FittedModel.Parameters(
                        Optional.of("ernst"),
                        OptionalDouble.empty(),
                        OptionalInt.empty(),
                        points,
                        Optional.empty(),
                        Optional.empty())))
        .withMessage("unknown form \"ernst\"")
        .satisfies(unknown -> assertThat(unknown.known()).contains("allreduce-fit", "ernest"));
  }

  @Test
  void oneMeasurementScalesThePrior() {
    var belief = ProfileModel.Parameters.of("resnet50@h200", Bandwidth.bitsPerSecond(25e9));
    Speed believed = new ProfileModel().create(belief);
    double half = at(believed, 2, 0) / 2;
    Speed speed =
        new FittedModel()
            .create(
                new FittedModel.Parameters(
                    Optional.empty(),
                    OptionalDouble.empty(),
                    OptionalInt.empty(),
                    List.of(point(2, half)),
                    Optional.of(belief),
                    Optional.empty()));

    assertThat(at(speed, 2, 0)).isCloseTo(half, within(0.05 * half));
    double next = at(believed, 8, 0) / 2;
    assertThat(at(speed, 8, 0)).isCloseTo(next, within(0.1 * next));
    Estimate doubtful = speed.estimate(Allocation.together(Size.workers(64)));
    assertThat(doubtful.high() / doubtful.low()).isGreaterThan(1.2);
  }

  @Test
  void aProfileIsUsedForTheBatchAndTheServersThatWereMeasured() {
    var open = ProfileModel.Parameters.of("resnet50@h200", Bandwidth.bitsPerSecond(25e9));
    Prior prior = Prior.of(open);

    assertThat(seconds(prior, new Setup(8, 0, 64)))
        .isEqualTo(1 / at(new ProfileModel().create(open.withSamples(64)), 8, 0))
        .isLessThan(seconds(prior, new Setup(8, 0, 256)));
    assertThat(seconds(prior, new Setup(8, 0, 1)))
        .isEqualTo(1 / at(new ProfileModel().create(open), 8, 0));
    assertThat(seconds(prior, new Setup(8, 2, 64)))
        .isEqualTo(1 / at(new ProfileModel().create(open.withServers().withSamples(64)), 8, 2))
        .isNotEqualTo(seconds(prior, new Setup(8, 0, 64)));
    assertThat(open.withServers().as()).contains(ProfileModel.Form.ASYNC_PS);
    assertThat(open.withSamples(64).withServers().as()).isEmpty();
  }

  private static double seconds(Prior prior, Setup setup) {
    return prior.features(setup)[0];
  }

  @Test
  void parametersWithoutASpeedAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FormSpeed(StepTimeForm.ERNEST, List.of(1.0, 1.0), 1, 0))
        .withMessage("theta needs 4 numbers, not 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FormSpeed(StepTimeForm.ERNEST, List.of(1.0, -1.0, 0.0, 0.0), 1, 0))
        .withMessageContaining("at least 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FormSpeed(StepTimeForm.ERNEST, List.of(0.0, 0.0, 1.0, 0.0), 1, 0))
        .withMessageContaining("takes no time");
  }

  private static FittedModel.Point point(int workers, double stepsPerSecond) {
    return new FittedModel.Point(
        workers,
        OptionalInt.empty(),
        OptionalDouble.empty(),
        stepsPerSecond,
        OptionalDouble.empty(),
        OptionalInt.empty(),
        OptionalDouble.empty());
  }

  private static double at(Speed speed, int workers, int servers) {
    return speed.stepsPerSecond(Allocation.together(new Size(workers, servers)));
  }
}
