package dev.ductile.policies.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizeStepsTest {
  @Test
  void ofAFewWorkersEverySizeIsAStep() {
    assertThat(SizeSteps.WORKERS.of(Bounds.workers(2, 5)))
        .extracting(Size::workers)
        .containsExactly(2, 3, 4, 5);
  }

  @Test
  void onlyLegalSizesAreSteps() {
    var bounds = new Bounds(Range.of(List.of(8, 1, 2, 1024, 4)), Range.ZERO);
    assertThat(SizeSteps.FOLLOWING.of(bounds))
        .extracting(Size::workers)
        .containsExactly(1, 2, 4, 8, 1024);
  }

  @Test
  void doublingTakesTheLeastSizeOfAtLeastTwiceAsMany() {
    assertThat(SizeSteps.DOUBLING.of(Bounds.workers(1, 12)))
        .extracting(Size::workers)
        .containsExactly(1, 2, 4, 8);
    assertThat(SizeSteps.DOUBLING.of(Bounds.workers(3, 12)))
        .extracting(Size::workers)
        .containsExactly(3, 6, 12);
    assertThat(SizeSteps.DOUBLING.of(new Bounds(Range.of(List.of(1, 2, 3, 5, 9, 10)), Range.ZERO)))
        .extracting(Size::workers)
        .containsExactly(1, 2, 5, 10);
    assertThat(SizeSteps.DOUBLING.of(new Bounds(Range.between(1, 4), Range.between(1, 2))))
        .containsExactly(new Size(1, 1), new Size(2, 2), new Size(4, 2));
    assertThat(SizeSteps.DOUBLING.of(Bounds.workers(1, 100_000))).endsWith(Size.workers(65_536));
  }

  @Test
  void serversFollowWorkersOrStayAtTheirLeast() {
    var bounds = new Bounds(Range.between(1, 3), Range.between(1, 2));
    assertThat(SizeSteps.FOLLOWING.of(bounds))
        .containsExactly(new Size(1, 1), new Size(2, 2), new Size(3, 2));
    assertThat(SizeSteps.WORKERS.of(bounds))
        .containsExactly(new Size(1, 1), new Size(2, 1), new Size(3, 1));
  }

  @Test
  void manyServersGrowInStrides() {
    var bounds = new Bounds(Range.between(1, 100), Range.between(1, 100_000));

    assertThat(SizeSteps.FOLLOWING.of(bounds))
        .hasSizeBetween(500, 800)
        .endsWith(new Size(100, 100_000));
    assertThat(SizeSteps.WORKERS.of(bounds)).hasSize(100).endsWith(new Size(100, 1));
  }

  @Test
  void aHundredThousandWorkersGrowInStrides() {
    List<Size> steps = SizeSteps.WORKERS.of(Bounds.workers(1, 100_000));

    assertThat(steps)
        .hasSizeBetween(500, 700)
        .startsWith(Size.workers(1))
        .endsWith(Size.workers(100_000));
    for (int index = 1; index < steps.size(); index++) {
      int stride = steps.get(index).workers() - steps.get(index - 1).workers();
      assertThat(stride).isBetween(1, Math.max(1, steps.get(index - 1).workers() / 64));
    }
  }
}
