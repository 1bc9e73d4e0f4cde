package dev.ductile.models.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bandwidth;
import dev.ductile.api.Itemised;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.models.layers.Overlap;
import dev.ductile.models.profile.ProfileModel.Form;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ProfileModelTest {
  private static final OptionalDouble NONE = OptionalDouble.empty();

  /** The speed-up of AlexNet that follows from Lin et al., Table III, over 1 Gbps (Section V-B). */
  @ParameterizedTest
  @CsvSource({"2, 1.9187", "4, 3.4165", "5, 3.9325", "9, 4.4251", "99, 4.8117"})
  void theTableOfLinGivesItsSpeedUp(int workers, double speedUp) {
    Speed alexnet = speed("alexnet@k520", 1e9, Form.ASYNC_PS, NONE, NONE);

    assertThat(steps(alexnet, workers) / steps(alexnet, 1)).isCloseTo(speedUp, within(5e-4));
  }

  @Test
  void aLoneWorkerTakesTheMeasuredTime() {
    Speed resnet = speed("resnet50@h200", 25e9, Form.RING, NONE, NONE);

    assertThat(1 / steps(resnet, 1)).isCloseTo(0.11638, within(1e-5));
    assertThat(1 / steps(speed("resnet110@k40m", 1e9, Form.RING, NONE, NONE), 1))
        .isCloseTo(0.4025, within(1e-9));
  }

  /**
   * Computed by hand: 128 examples per worker, then four messages, and the gradient once over the
   * link.
   */
  @Test
  void twoWorkersShareTheBatchAndReduce() {
    double computing = 0.061;
    double bytes = 4 * 25_557_032.0;
    double reducing = 4 * 25e-6 + bytes / (25e9 / 8);
    Speed resnet = speed("resnet50@h200", 25e9, Form.RING, NONE, NONE);

    assertThat(1 / steps(resnet, 2)).isCloseTo(computing + reducing, within(1e-5));
    assertThat(items(resnet, 2)).containsEntry("batch", 128.0).containsEntry("isMeasured", true);
    assertThat((double) items(resnet, 2).getOrDefault("examplesPerSecond", 0.0))
        .isCloseTo(256 * steps(resnet, 2), within(1e-9));
    assertThat(items(resnet, 64)).containsEntry("batch", 4.0).containsEntry("isMeasured", false);
  }

  @ParameterizedTest
  @EnumSource
  void everyFormAnswersForEverySize(Form form) {
    Speed bert = speed("bert-base@h200", 100e9, form, NONE, NONE);

    assertThat(bert.stepsPerSecond(Allocation.NONE)).isZero();
    for (int workers = 1; workers <= 64; workers *= 2) {
      assertThat(steps(bert, workers)).as("%s, %d workers", form, workers).isPositive().isFinite();
      assertThat(bert.estimate(Allocation.together(Size.workers(workers))).low())
          .isLessThanOrEqualTo(steps(bert, workers));
    }
  }

  @Test
  void aBatchForEachWorkerGrowsWithTheJob() {
    Speed each = speed("resnet50@h200", 25e9, Form.RING, OptionalDouble.of(64), NONE);
    Speed all = speed("resnet50@h200", 25e9, Form.RING, NONE, OptionalDouble.of(64));

    assertThat(steps(each, 1)).isEqualTo(steps(all, 1));
    assertThat(steps(each, 8)).isLessThan(steps(each, 1));
    assertThat(items(each, 8)).containsEntry("batch", 64.0);
    assertThat(items(all, 8)).containsEntry("batch", 8.0);
  }

  /** Communication that overlaps other layers costs less than without overlap. */
  @Test
  void overlapHelpsLayers() {
    double sequential = 1 / steps(layered(Overlap.SEQUENTIAL), 4);
    double waitFree = 1 / steps(layered(Overlap.WAIT_FREE), 4);

    assertThat(waitFree).isLessThan(sequential);
    assertThat(sequential).isGreaterThan(2 * 4 * 4 * 138_357_544.0 / (100e9 / 8));
  }

  @Test
  void mistakesAreRefused() {
    assertThatThrownBy(() -> speed("resnet5@h200", 1e9, Form.RING, NONE, NONE))
        .hasMessageContaining("unknown profile");
    assertThatThrownBy(() -> speed("nin@k520", 1e9, Form.LAYERED_PS, NONE, NONE))
        .hasMessageContaining("has no layers");
    assertThatThrownBy(() -> speed("nin@k520", 1e9, Form.ASYNC_PS, NONE, OptionalDouble.of(8)))
        .hasMessageContaining("async-ps needs batch");
    assertThatThrownBy(
            () -> speed("nin@k520", 1e9, Form.RING, OptionalDouble.of(8), OptionalDouble.of(8)))
        .hasMessageContaining("one of the two");
    assertThatThrownBy(() -> speed("nin@k520", 1e9, Form.RING, OptionalDouble.of(-1), NONE))
        .hasMessageContaining("batch must be a finite number above 0, not -1.0");
  }

  @Test
  void aProfileWithoutTimesNeedsSecondsPerExample() {
    assertThatThrownBy(() ->
            speed("vgg16@dl2", 10e9, Form.RING, OptionalDouble.of(32), OptionalDouble.empty()))
        .hasMessageContaining("profile vgg16@dl2 has no times; set secondsPerExample");

    Speed timed = shape(OptionalDouble.of(0.01));

    double exchange = 2 * 0.5 * 4 * 138e6 / 1.25e9;
    assertThat(1 / steps(timed, 2)).isCloseTo(0.32 + exchange, within(1e-3));
    assertThat(items(timed, 2)).containsEntry("isMeasured", false);
  }

  @Test
  void badParametersAreRefusedAtOnce() {
    assertThatThrownBy(() -> speed("vgg16@h200", 1, Form.ASYNC_PS, NONE, NONE))
        .hasMessageContaining("downlink must be between 0 and 1.0E9 s");
    assertThatThrownBy(() -> speed("vgg16@h200", 1e9, Form.RING, OptionalDouble.of(1e-20), NONE))
        .hasMessageContaining("a run needs a batch above 0");
    assertThatThrownBy(() -> speed("vgg16@h200", 1e9, Form.RING, NONE, OptionalDouble.of(1e-12)))
        .hasMessageContaining("a run needs a batch above 0");
  }

  @Test
  void aLayeredWorkerHasNoItemForOneSample() {
    assertThat(items(layered(Overlap.SEQUENTIAL), 4))
        .containsKeys("secondsPerStep", "eta", "batch")
        .doesNotContainKey("secondsPerSample");
  }

  private static Speed shape(OptionalDouble secondsPerExample) {
    return new ProfileModel()
        .create(
            new ProfileModel.Parameters(
                "vgg16@dl2",
                Bandwidth.bitsPerSecond(10e9),
                Optional.empty(),
                OptionalDouble.of(32),
                NONE,
                NONE,
                Optional.empty(),
                OptionalInt.empty(),
                secondsPerExample));
  }

  private static Speed layered(Overlap overlap) {
    return new ProfileModel()
        .create(
            new ProfileModel.Parameters(
                "vgg16@h200",
                Bandwidth.bitsPerSecond(100e9),
                Optional.of(Form.LAYERED_PS),
                OptionalDouble.of(32),
                NONE,
                NONE,
                Optional.of(overlap),
                OptionalInt.empty(),
                NONE));
  }

  private static Speed speed(
      String name, double bits, Form form, OptionalDouble batch, OptionalDouble globalBatch) {
    return new ProfileModel()
        .create(
            new ProfileModel.Parameters(
                name,
                Bandwidth.bitsPerSecond(bits),
                Optional.of(form),
                batch,
                globalBatch,
                NONE,
                Optional.empty(),
                OptionalInt.empty(),
                NONE));
  }

  private static double steps(Speed speed, int workers) {
    return speed.stepsPerSecond(Allocation.together(Size.workers(workers)));
  }

  private static java.util.SortedMap<String, Object> items(Speed speed, int workers) {
    return ((Itemised) speed).items(Allocation.together(Size.workers(workers)));
  }
}
