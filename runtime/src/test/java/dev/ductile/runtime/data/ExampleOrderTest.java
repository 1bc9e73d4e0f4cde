package dev.ductile.runtime.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExampleOrderTest {
  private static final int SEEDS = 300;

  @Test
  void everyExampleIsUsedOnceInAnEpochAndBatchesAreEven() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      int splits = 1 + random.nextInt(70);
      int examples = random.nextInt(3_000);
      int batch = 1 + random.nextInt(400);
      long steps = ExampleOrder.steps(examples, batch);
      int[] sizes = new int[splits];
      for (int k = 0; k < splits; k++) {
        sizes[k] =
            (int) ((long) examples * (k + 1) / splits) - (int) ((long) examples * k / splits);
      }
      int[] before = new int[splits];
      for (long step = 0; step < steps; step++) {
        int inBatch = 0;
        for (int k = 0; k < splits; k++) {
          assertThat(ExampleOrder.begin(sizes[k], k, splits, step, steps))
              .as("seed %d, split %d, step %d", seed, k, step)
              .isEqualTo(before[k]);
          int end = ExampleOrder.begin(sizes[k], k, splits, step + 1, steps);
          assertThat(end).as("seed %d", seed).isBetween(before[k], sizes[k]);
          inBatch += end - before[k];
          before[k] = end;
        }
        assertThat(inBatch)
            .as("seed %d: %d examples in %d splits, step %d", seed, examples, splits, step)
            .isBetween(examples / (int) steps - splits / 2 - 1, batch + splits / 2 + 1);
      }
      assertThat(before).as("seed %d", seed).containsExactly(sizes);
    }
  }

  @Test
  void splitsOfOneSizeGiveBatchesThatDifferByOne() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      int splits = 1 + random.nextInt(70);
      int each = random.nextInt(100);
      long steps = ExampleOrder.steps((long) each * splits, 1 + random.nextInt(200));
      for (long step = 0; step < steps; step++) {
        long inBatch = 0;
        for (int k = 0; k < splits; k++) {
          inBatch +=
              ExampleOrder.begin(each, k, splits, step + 1, steps)
                  - ExampleOrder.begin(each, k, splits, step, steps);
        }
        long even = (long) each * splits / steps;
        assertThat(inBatch).as("seed %d, step %d", seed, step).isBetween(even, even + 1);
      }
    }
  }

  @Test
  void largeCountsDoNotOverflow() {
    int examples = Integer.MAX_VALUE;
    long steps = ExampleOrder.steps(1_000_000L * examples, 1_000_000);
    assertThat(ExampleOrder.begin(examples, 999_999, 1_000_000, steps, steps)).isEqualTo(examples);
    assertThat(ExampleOrder.begin(examples, 999_999, 1_000_000, steps - 1, steps))
        .isBetween(examples - 2, examples);
    assertThat(ExampleOrder.begin(examples, 0, 1_000_000, steps / 2, steps))
        .isEqualTo(examples / 2);
  }

  @Test
  void orderIsAShuffleThatDependsOnSeedSplitAndEpoch() {
    int[] order = ExampleOrder.of(1_000, 1, 2, 3, true);
    assertThat(order).isEqualTo(ExampleOrder.of(1_000, 1, 2, 3, true));
    assertThat(Arrays.stream(order).sorted().toArray())
        .isEqualTo(IntStream.range(0, 1_000).toArray());
    assertThat(order)
        .isNotEqualTo(ExampleOrder.of(1_000, 2, 2, 3, true))
        .isNotEqualTo(ExampleOrder.of(1_000, 1, 3, 3, true))
        .isNotEqualTo(ExampleOrder.of(1_000, 1, 2, 4, true));
    assertThat(ExampleOrder.of(5, 1, 2, 3, false)).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void positionsOverAllEpochsAreFoundInTheirEpoch() {
    var order = new SplitOrder(10, 4, 1, true);
    assertThat(order.epoch(29)).isEqualTo(2);
    assertThat(order.place(29)).isEqualTo(9);
    assertThat(order.run(29, 5)).isEqualTo(1);
    assertThat(order.run(30, 5)).isEqualTo(5);
    assertThat(order.of(2)).isEqualTo(ExampleOrder.of(10, 4, 1, 2, true));
  }
}
