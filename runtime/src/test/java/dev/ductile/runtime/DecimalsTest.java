package dev.ductile.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class DecimalsTest {
  private static final long SEED = 7;

  @Test
  void significantDigitsAreThoseOfFormat() {
    for (double value : new double[] {0, 1e-4, 0.09999995, 0.25, 9.999995, 99999.95, 1e5, 1e300}) {
      checkDigits(value);
      checkDigits(-value);
    }
    checkDigits(Double.NaN);
    checkDigits(Double.POSITIVE_INFINITY);
    var random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      checkDigits(Math.pow(10, random.nextDouble(-6, 8)));
    }
  }

  private static void checkDigits(double value) {
    assertThat(Decimals.significant(value))
        .as("seed %d", SEED)
        .isEqualTo(String.format(Locale.ROOT, "%.6g", value));
  }

  @Test
  void millisecondsAreThoseOfFormat() {
    var random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      long nanos = random.nextLong(1L << random.nextInt(1, 50));
      assertThat(Decimals.millis(nanos))
          .as("%d ns, seed %d", nanos, SEED)
          .isEqualTo(String.format(Locale.ROOT, "%.3f", nanos / 1e6));
    }
    assertThat(Decimals.millis(-1_500_000)).isEqualTo("-1.500");
    assertThat(Decimals.seconds(Duration.ofMillis(10_250))).isEqualTo("10.250");
  }
}
