package dev.ductile.runtime.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorsTest {
  private static final int EXAMPLES = 5_000;
  private static final int FEW_EXAMPLES = 500;

  @TempDir Path directory;

  private static Examples examples(String shape, int features, ClassLabels labels, long seed) {
    return examples(shape, features, labels, seed, EXAMPLES);
  }

  private static Examples examples(
      String shape, int features, ClassLabels labels, long seed, int count) {
    ExampleGenerator generator = Generators.of(shape, features, labels, seed);
    var list = new ExampleList(generator.width());
    for (int i = 0; i < count; i++) {
      generator.example(new SplittableRandom(Mix.of(seed, 0, i)), list);
    }
    return list.take();
  }

  @ParameterizedTest
  @CsvSource({
    "kdd2012, 54686452",
    "kdd2012, 64",
    "a9a, 123",
    "dense, 5",
    "dense, 100000",
    "digits, 64"
  })
  void featuresAreInRangeAndAscendAndLabelsFit(String shape, int features) {
    for (ClassLabels labels :
        List.of(ClassLabels.TWO_CLASSES, ClassLabels.NUMBERS, new ClassLabels(4))) {
      Examples examples = examples(shape, features, labels, 9, FEW_EXAMPLES);
      for (int i = 0; i < FEW_EXAMPLES; i++) {
        float label = examples.labels()[i];
        assertThat(
                switch (labels.classes()) {
                  case 0 -> Float.isFinite(label);
                  case 2 -> Math.abs(label) == 1;
                  default -> label >= 0 && label < labels.classes() && label == Math.rint(label);
                })
            .as("label %f", label)
            .isTrue();
        int last = -1;
        for (int j = examples.starts()[i];
            !examples.isDense() && j < examples.starts()[i + 1];
            j++) {
          assertThat(examples.features()[j]).isGreaterThan(last).isLessThan(features);
          last = examples.features()[j];
        }
      }
    }
  }

  @Test
  void kddIsSparseSkewedAndSeldomPositive() {
    for (int seed = 0; seed < 3; seed++) {
      Examples examples = examples("kdd2012", 54_686_452, ClassLabels.TWO_CLASSES, seed);
      assertThat(examples.values().length / (double) EXAMPLES).isBetween(10.8, 11.2);
      assertThat(positive(examples)).as("seed %d", seed).isBetween(0.035, 0.055);
      Map<Integer, Integer> popular = new HashMap<>();
      for (int feature : examples.features()) {
        popular.merge(feature, 1, Integer::sum);
      }
      assertThat(popular.size()).isBetween(10_000, 40_000);
      assertThat(popular.values().stream().mapToInt(Integer::intValue).max().orElseThrow())
          .isGreaterThan(EXAMPLES / 3);
    }
  }

  @Test
  void a9aHasItsShape() {
    for (int seed = 0; seed < 3; seed++) {
      Examples examples = examples("a9a", 123, ClassLabels.TWO_CLASSES, seed);
      assertThat(examples.values().length / (double) EXAMPLES).isBetween(13.8, 13.95);
      assertThat(positive(examples)).as("seed %d", seed).isBetween(0.21, 0.27);
      assertThat(examples.values()).containsOnly(1);
    }
  }

  private static double positive(Examples examples) {
    int count = 0;
    for (float label : examples.labels()) {
      count += label > 0 ? 1 : 0;
    }
    return (double) count / examples.count();
  }

  @Test
  void examplesAreTheSameInAnyNumberOfSplits() throws IOException {
    ExampleGenerator generator = Generators.of("a9a", 123, ClassLabels.TWO_CLASSES, 3);
    var one = new GeneratedSource(generator, 3, 500, 1, HeldOut.NOTHING);
    var seven = new GeneratedSource(generator, 3, 500, 7, HeldOut.NOTHING);
    assertThat(Rows.of(seven, 7, directory)).isEqualTo(Rows.of(one, 1, directory)).hasSize(500);
  }

  @Test
  void impossibleDataAreRefused() {
    assertThatThrownBy(() -> Generators.of("mnist", 10, ClassLabels.NUMBERS, 0))
        .hasMessageContainingAll("'mnist'", "kdd2012, a9a, dense and digits");
    assertThatThrownBy(() -> Generators.of("a9a", 10, ClassLabels.NUMBERS, 0))
        .hasMessageContainingAll("10 features", "at least 28");
  }
}
