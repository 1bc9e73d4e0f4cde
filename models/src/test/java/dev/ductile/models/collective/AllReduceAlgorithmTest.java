package dev.ductile.models.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ductile.api.Allocation;
import dev.ductile.api.Itemised;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.models.collective.AllReduceModel.Parameters;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllReduceAlgorithmTest {
  private static final double BYTES = 6.9e6;

  /** An independent calculation of Equations 2 to 4 with 128 images on each GPU. */
  @ParameterizedTest(name = "{0} workers")
  @CsvSource({
    "2, .359362, .374197, .395292",
    "4, .366687, .374237, .395332",
    "64, .375879188, .374397, .395492"
  })
  void stepTimesAreThoseOfTheEquations(int workers, double ring, double halving, double blocks) {
    Parameters job = each(128, BYTES);

    assertThat(seconds(new AllReduceModel.Ring().create(job), workers))
        .isCloseTo(ring, withinPercentage(1e-6));
    assertThat(seconds(new AllReduceModel.DoublingHalving().create(job), workers))
        .isCloseTo(halving, withinPercentage(1e-6));
    assertThat(seconds(new AllReduceModel.BinaryBlocks().create(job), workers))
        .isCloseTo(blocks, withinPercentage(1e-6));
  }

  /** The case of Section 4.2: nine workers are slower than eight, and sixteen are faster. */
  @Test
  void aJobThatGrowsOneByOneIsStuckAtAPowerOfTwo() {
    Speed job = new AllReduceModel.DoublingHalving().create(shared(1024, 4.2e7));

    for (int workers = 1; workers < 8; workers++) {
      assertThat(speed(job, workers)).isGreaterThanOrEqualTo(speed(job, Math.max(1, workers / 2)));
    }
    assertThat(speed(job, 9)).isLessThan(speed(job, 8));
    assertThat(speed(job, 16)).isGreaterThan(speed(job, 8));
    assertThat(1 / speed(job, 1)).isCloseTo(1024 * .002694, withinPercentage(1e-6));
  }

  @Test
  void betweenPowersOfTwoHalvingFallsBackToBlocks() {
    for (int workers = 1; workers <= 300; workers++) {
      double halving = speed(new AllReduceModel.DoublingHalving().create(each(8, BYTES)), workers);
      double blocks = speed(new AllReduceModel.BinaryBlocks().create(each(8, BYTES)), workers);
      if (Integer.bitCount(workers) == 1) {
        assertThat(halving).as("%d workers", workers).isGreaterThanOrEqualTo(blocks);
      } else {
        assertThat(halving).as("%d workers", workers).isEqualTo(blocks);
      }
    }
  }

  @Test
  void aBetterNetworkIsNeverSlower() {
    for (long seed = 0; seed < 200; seed++) {
      RandomGenerator random = new Seed(seed).stream("network");
      Parameters slow = anyNetwork(random);
      Parameters fast = faster(slow, random);
      int workers = random.nextInt(1, 200);
      for (AllReduceAlgorithm way : AllReduceAlgorithm.values()) {
        assertThat(speed(new AllReduceSpeed(way, fast), workers))
            .as("seed %d, %d workers, %s", seed, workers, way)
            .isGreaterThanOrEqualTo(speed(new AllReduceSpeed(way, slow), workers));
      }
    }
  }

  @Test
  void aSingleWorkerOnlyComputesAndNoSizeHasSpeed0() {
    for (AllReduceAlgorithm way : AllReduceAlgorithm.values()) {
      var speed = new AllReduceSpeed(way, each(128, BYTES));
      assertThat(speed(speed, 1)).isCloseTo(1 / (128 * .002694), withinPercentage(1e-9));
      assertThat(speed.stepsPerSecond(Allocation.NONE)).isZero();
      assertThat(speed.items(Allocation.NONE)).isEmpty();
    }
  }

  @Test
  void aStepReportsItsParts() {
    Itemised speed = new AllReduceSpeed(AllReduceAlgorithm.RING, shared(256, BYTES));

    assertThat(speed.items(Allocation.together(Size.workers(2))))
        .hasEntrySatisfying("secondsPerStep", is(.359362))
        .hasEntrySatisfying("computationSeconds", is(.344832))
        .hasEntrySatisfying("communicationSeconds", is(.01453))
        .hasEntrySatisfying("examplesPerSecond", is(256 / .359362));
  }

  @Test
  void exactlyOneBatchIsGiven() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> job(OptionalDouble.empty(), OptionalDouble.empty(), BYTES))
        .withMessageContaining("examples (for each worker) or globalBatch");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> job(OptionalDouble.of(1), OptionalDouble.of(1), BYTES))
        .withMessageContaining("not both");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> each(0, BYTES))
        .withMessage("examples must be a finite number above 0, not 0.0");
    assertThatIllegalArgumentException().isThrownBy(() -> each(1, -1));
  }

  private static Consumer<Object> is(double expected) {
    return value -> assertThat((Double) value).isCloseTo(expected, withinPercentage(1e-6));
  }

  private static Parameters anyNetwork(RandomGenerator random) {
    return new Parameters(
        OptionalDouble.of(1 + random.nextInt(256)),
        OptionalDouble.empty(),
        random.nextDouble() * .01,
        .001 + random.nextDouble() * .01,
        random.nextDouble() * 1e9,
        random.nextDouble() * 1e-4,
        random.nextDouble() * 1e-9,
        random.nextDouble() * 1e-10);
  }

  private static Parameters faster(Parameters slow, RandomGenerator random) {
    return new Parameters(
        slow.examples(),
        slow.globalBatch(),
        slow.forward(),
        slow.backward(),
        slow.bytes(),
        slow.latency() * random.nextDouble(),
        slow.perByte() * random.nextDouble(),
        slow.reducePerByte() * random.nextDouble());
  }

  private static Parameters each(double examples, double bytes) {
    return job(OptionalDouble.of(examples), OptionalDouble.empty(), bytes);
  }

  private static Parameters shared(double examples, double bytes) {
    return job(OptionalDouble.empty(), OptionalDouble.of(examples), bytes);
  }

  private static Parameters job(OptionalDouble each, OptionalDouble shared, double bytes) {
    return new Parameters(each, shared, .000844, .00185, bytes, 1e-5, 1e-9, 1e-10);
  }

  private static double seconds(Speed speed, int workers) {
    return 1 / speed(speed, workers);
  }

  private static double speed(Speed speed, int workers) {
    return speed.stepsPerSecond(Allocation.together(Size.workers(workers)));
  }
}
