package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class ResourcesTest {
  @Test
  void additionAndSubtractionAreThoseOfVectors() {
    for (long seed = 0; seed < 200; seed++) {
      RandomGenerator random = new Seed(seed).stream("resources");
      Resources a = some(random);
      Resources b = some(random);
      assertThat(a.plus(b)).isEqualTo(b.plus(a));
      assertThat(a.plus(b).minus(b)).isEqualTo(a);
      assertThat(a.minus(a)).isEqualTo(Resources.NONE);
      assertThat(a.times(3)).isEqualTo(a.plus(a).plus(a));
      assertThat(a.fitsIn(a.plus(b))).isTrue();
      assertThat(a.plus(b).fitsIn(a)).isEqualTo(b.isNone());
      assertThat(a.plus(b).hashCode()).isEqualTo(b.plus(a).hashCode());
    }
  }

  @Test
  void aDominantShareIsTheLargest() {
    Resources total = Resources.of(Map.of("cpu", 9.0, "memory", 18.0));
    assertThat(Resources.of(Map.of("cpu", 1.0, "memory", 4.0)).dominantShareOf(total))
        .isEqualTo(4.0 / 18);
    assertThat(Resources.of("quantum", 1).dominantShareOf(total)).isInfinite();
  }

  @Test
  void aNameOfAPersonIsSetOffFromItsAmount() {
    assertThat(Resources.of(Map.of("gpu", 4.0, "memory", 0x1p30, "slot", 2.0)))
        .hasToString("4 gpu, 1 GiB memory, 2 × slot");
  }

  @Test
  void amountsAreFiniteAndNotNegative() {
    assertThatIllegalArgumentException().isThrownBy(() -> Resources.gpus(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> Resources.gpus(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> Resources.gpus(Double.POSITIVE_INFINITY));
    assertThatIllegalArgumentException().isThrownBy(() -> Resources.of("g p u", 1));
    assertThat(Resources.gpus(0)).isSameAs(Resources.NONE);
  }

  /** One byte too many never fits, however large the amount; fractions are forgiven. */
  @Test
  void wholeAmountsAreCountedExactly() {
    assertThat(Resources.covers(100e9, 3 * 33_333_333_334.0)).isFalse();
    assertThat(Resources.covers(100e9, 3 * 33_333_333_333.0)).isTrue();
    assertThat(Resources.covers(0x1p53 - 1, 0x1p53)).isFalse();
    assertThat(Resources.times(100e9, 33_333_333_334.0, 9)).isEqualTo(2);
    assertThat(Resources.times(99_999_999_999.0, 33_333_333_333.0, 9)).isEqualTo(3);
    assertThat(Resources.times(1 - 0.1 - 0.1, 0.1, 9)).isEqualTo(8);
    assertThat(Resources.covers(1 - 0.9, 0.1)).isTrue();
    assertThat(Resources.covers(-1e-4, 0)).as("nothing needs no room").isTrue();
  }

  @Test
  void anAmountBeyondTheLargestDoubleIsTheLargestDouble() {
    assertThat(Resources.gpus(1e308).times(1_000_000).amount("gpu")).isEqualTo(Double.MAX_VALUE);
    assertThat(Resources.gpus(1e308).plus(Resources.gpus(1e308)).amount("gpu"))
        .isEqualTo(Double.MAX_VALUE);
  }

  @Test
  void resourcesAreWrittenWithUnits() {
    assertThat(Resources.of(Map.of("gpu", 4.0, "cpu", 1.5, "memory", 64.0 * (1L << 30))).toString())
        .isEqualTo("1.5 cpu, 4 gpu, 64 GiB memory");
    assertThat(Resources.NONE).hasToString("nothing");
    assertThat(Resources.of("cpu", 0.00002)).hasToString("2.00e-05 cpu");
  }

  @Test
  void bytesAreReadInTheLargestUnitOfWhichThereIsOne() {
    assertThat(Resources.of("memory", 1023)).hasToString("1023 memory");
    assertThat(Resources.of("memory", 1024)).hasToString("1 KiB memory");
    assertThat(Resources.of("storage", 1536 * 1024.0)).hasToString("1.5 MiB storage");
    assertThat(Resources.of("storage", 0x1p50)).hasToString("1 PiB storage");
    assertThat(Resources.of("storage", 0x1p60)).hasToString("1024 PiB storage");
    assertThat(Resources.of("cpu", 2048)).hasToString("2048 cpu");
    assertThat(Resources.of("cpu", 0.01)).hasToString("0.01 cpu");
    assertThat(Resources.of("cpu", 0.009)).hasToString("0.00900 cpu");
  }

  @Test
  void amountsThatDifferDifferByTheirHash() {
    assertThat(Resources.gpus(1).hashCode()).isNotEqualTo(Resources.gpus(2).hashCode());
    assertThat(Resources.gpus(1)).isNotEqualTo(Resources.gpus(2)).isNotEqualTo("1 gpu");
  }

  /** An amount fits as often in another as it is covered, rounding included. */
  @Test
  void timesAgreesWithCovers() {
    for (long seed = 0; seed < 5000; seed++) {
      RandomGenerator random = new Seed(seed).stream("times");
      double available = random.nextInt(20) / (random.nextBoolean() ? 10.0 : 1);
      double each = random.nextInt(1, 20) / (random.nextBoolean() ? 10.0 : 1);
      if (random.nextInt(4) == 0) {
        available = each * random.nextInt(9) * (1 - 1e-9 * random.nextInt(3));
      }
      int most = random.nextInt(12);
      int times = Resources.times(available, each, most);
      String as = "seed %d: %s in %s".formatted(seed, each, available);
      assertThat(times).as(as).isBetween(0, most);
      assertThat(Resources.covers(available, each * times)).as(as).isTrue();
      assertThat(times == most || !Resources.covers(available, each * (times + 1))).as(as).isTrue();
    }
    assertThat(Resources.times(0, 0, 7)).isEqualTo(7);
    assertThat(Resources.times(-5, 1, 7)).isZero();
  }

  @Test
  void exactlyTheRoundingIsTolerated() {
    assertThat(Resources.covers(1 - 1e-9, 1)).isTrue();
    assertThat(Resources.covers(1 - 2e-9, 1)).isFalse();
    assertThat(Resources.covers(-1e-300, 1e-300)).isTrue();
  }

  private static Resources some(RandomGenerator random) {
    return Resources.of(
        Map.of(
            "gpu", (double) random.nextInt(3),
            "cpu", (double) random.nextInt(3) / 2,
            "memory", (double) random.nextInt(3)));
  }

  /** Doubles of this magnitude are 2,048 apart, so a quotient may be rounded up to a whole one. */
  @Test
  void aHugeAmountHoldsNoMoreThanItCovers() {
    double available = 1.2814631875017284e19;
    double each = 3.37227154605718e17;

    int times = Resources.times(available, each, 100);

    assertThat(times).isEqualTo(37);
    assertThat(Resources.covers(available, each * times)).isTrue();
    assertThat(Resources.covers(available, each * (times + 1))).isFalse();
  }
}
