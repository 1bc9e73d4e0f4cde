package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The laws of ranges and bounds. */
final class SizesTest {
  @Test
  void afterAndAtMostNameOnlyAllowedCounts() {
    for (long seed = 0; seed < 200; seed++) {
      Range range = range(new Seed(seed).stream("range"));
      for (int count = range.least(); count <= range.most() + 2; count++) {
        int after = range.after(count);
        int atMost = range.atMost(count);
        assertThat(range.allows(atMost)).as("%s at most %d", range, count).isTrue();
        assertThat(atMost).isLessThanOrEqualTo(count);
        for (int larger = atMost + 1; larger <= count; larger++) {
          assertThat(range.allows(larger)).as("%s at most %d", range, count).isFalse();
        }
        assertThat(after == count || (range.allows(after) && after > count))
            .as("%s after %d is %d", range, count, after)
            .isTrue();
        assertThat(after == count).isEqualTo(count >= range.most());
      }
    }
  }

  @Test
  void growingStepByStepVisitsLegalSizesAndEndsAtTheMost() {
    for (long seed = 0; seed < 200; seed++) {
      RandomGenerator random = new Seed(seed).stream("bounds");
      Range workers = range(random);
      var bounds = new Bounds(workers, random.nextBoolean() ? range(random) : Range.ZERO);
      var steps = new ArrayList<Size>();
      Size size = bounds.least();
      while (steps.isEmpty() || !steps.getLast().equals(size)) {
        assertThat(bounds.allows(size)).as("%s in %s, seed %d", size, bounds, seed).isTrue();
        assertThat(steps.isEmpty() || size.compareTo(steps.getLast()) > 0).isTrue();
        steps.add(size);
        size = bounds.after(size);
      }
      assertThat(size).as("seed %d", seed).isEqualTo(bounds.most());
    }
  }

  @Test
  void noSizeOfBoundsExceedsTheLimit() {
    for (long seed = 0; seed < 500; seed++) {
      RandomGenerator random = new Seed(seed).stream("limits");
      var demand =
          new Demand(
              Resources.of("cpu", random.nextInt(1, 4)),
              Resources.of("cpu", random.nextInt(0, 3)),
              Resources.of("cpu", random.nextInt(1, 40)));
      Range servers = random.nextBoolean() ? range(random) : Range.ZERO;
      Bounds bounds = new Bounds(range(random), servers).within(demand);
      if (!bounds.allows(bounds.least())) {
        continue;
      }
      Size size = bounds.least();
      for (int step = 0; step < 30; step++) {
        Size asked = new Size(random.nextInt(30), random.nextInt(30));
        assertThat(bounds.allows(bounds.atMost(asked))).as("seed %d, %s", seed, asked).isTrue();
        assertThat(bounds.allows(size)).as("seed %d, %s", seed, size).isTrue();
        assertThat(bounds.after(size)).isGreaterThanOrEqualTo(size);
        size = bounds.after(size);
      }
    }
  }

  @Test
  void workersGrowAloneIfTheLimitHasNoRoomForServers() {
    var demand =
        new Demand(Resources.of("cpu", 4), Resources.of("cpu", 2), Resources.of("cpu", 20));
    Bounds bounds = new Bounds(Range.between(1, 9), Range.between(1, 9)).within(demand);
    assertThat(bounds.after(new Size(3, 3))).isEqualTo(new Size(3, 3));
    assertThat(bounds.after(new Size(3, 2))).isEqualTo(new Size(4, 2));
    assertThat(bounds.atMost(new Size(9, 9))).isEqualTo(new Size(1, 8));
    assertThat(bounds.atMost(new Size(9, 1))).isEqualTo(new Size(4, 1));
  }

  @Test
  void serversGrowWithWorkers() {
    var bounds = new Bounds(Range.between(1, 4), Range.between(1, 2));
    assertThat(bounds.after(new Size(1, 1))).isEqualTo(new Size(2, 2));
    assertThat(bounds.after(new Size(2, 2))).isEqualTo(new Size(3, 2));
    assertThat(bounds.after(new Size(4, 1))).isEqualTo(new Size(4, 2));
  }

  @Test
  void anImpossibleRangeIsRefusedWithItsValues() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Range.between(3, 2))
        .withMessageContaining("min 3 and max 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Range(1, 4, List.of(8)))
        .withMessageContaining("8 is not between");
    assertThatIllegalArgumentException().isThrownBy(() -> Bounds.workers(0, 2));
  }

  private static Range range(RandomGenerator random) {
    int least = random.nextInt(1, 6);
    if (random.nextBoolean()) {
      return Range.between(least, least + random.nextInt(10));
    }
    return Range.of(List.of(least, least + random.nextInt(1, 4), least + random.nextInt(4, 9)));
  }
}
