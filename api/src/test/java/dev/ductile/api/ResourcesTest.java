package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class ResourcesTest {
  @Test
  void add_up_and_take_away_as_vectors_do() {
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
  void a_dominant_share_is_the_largest() {
    Resources total = Resources.of(Map.of("cpu", 9.0, "memory", 18.0));
    assertThat(Resources.of(Map.of("cpu", 1.0, "memory", 4.0)).dominantShareOf(total))
        .isEqualTo(4.0 / 18);
    assertThat(Resources.of("quantum", 1).dominantShareOf(total)).isInfinite();
  }

  @Test
  void amounts_are_finite_and_not_negative() {
    assertThatIllegalArgumentException().isThrownBy(() -> Resources.gpus(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> Resources.gpus(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> Resources.gpus(Double.POSITIVE_INFINITY));
    assertThatIllegalArgumentException().isThrownBy(() -> Resources.of("g p u", 1));
    assertThat(Resources.gpus(0)).isSameAs(Resources.NONE);
  }

  @Test
  void read_well() {
    assertThat(Resources.of(Map.of("gpu", 4.0, "cpu", 1.5, "memory", 64.0 * (1L << 30))).toString())
        .isEqualTo("1.5 cpu, 4 gpu, 64 GiB memory");
    assertThat(Resources.NONE).hasToString("nothing");
  }

  private static Resources some(RandomGenerator random) {
    return Resources.of(
        Map.of(
            "gpu", (double) random.nextInt(3),
            "cpu", (double) random.nextInt(3) / 2,
            "memory", (double) random.nextInt(3)));
  }
}
