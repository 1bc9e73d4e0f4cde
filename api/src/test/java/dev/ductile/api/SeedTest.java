package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class SeedTest {
  /** Scenarios name seeds, so draws must never change. */
  @Test
  void streamsAreTheSameInEveryVersion() {
    assertThat(new Seed(1).stream("jobs").nextLong()).isEqualTo(-8687113272443971848L);
    assertThat(new Seed(2).stream("jobs").nextLong()).isEqualTo(-7766107394299014453L);
    assertThat(new Seed(1).stream("luck").nextLong()).isEqualTo(-817783831051025248L);
    assertThat(new Seed(1).stream("").nextLong()).isEqualTo(8510077534335916373L);
    RandomGenerator random = new Seed(7).stream("x");
    assertThat(Seed.exponential(random)).isEqualTo(1.5536884251201215);
    assertThat(Seed.normal(random)).isEqualTo(1.0809662552840744);
  }

  @Test
  void drawsHaveTheMomentsOfTheirDistributions() {
    assertThat(mean(Seed::exponential)).isCloseTo(1, within(0.02));
    assertThat(mean(Seed::normal)).isCloseTo(0, within(0.02));
    assertThat(mean(random -> Math.pow(Seed.normal(random), 2))).isCloseTo(1, within(0.03));
  }

  private static double mean(ToDoubleFunction<RandomGenerator> draw) {
    RandomGenerator random = new Seed(3).stream("moments");
    return DoubleStream.generate(() -> draw.applyAsDouble(random))
        .limit(40_000)
        .average()
        .orElse(0);
  }
}
