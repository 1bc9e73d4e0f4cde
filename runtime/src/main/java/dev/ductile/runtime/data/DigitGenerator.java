package dev.ductile.runtime.data;

import java.util.random.RandomGenerator;

/**
 * Small pictures of symbols, each in one of two shapes, with noise. With two classes, the even and
 * the odd symbols are told apart; in a regression, a symbol's number is its label.
 */
final class DigitGenerator implements ExampleGenerator {
  private static final int DIGITS = 10;
  private static final int WAYS = 2;
  private static final float NOISE = 0.4f;

  private final int features;
  private final ClassLabels labels;
  private final int symbols;
  private final long seed;

  DigitGenerator(int features, ClassLabels labels, long seed) {
    this.features = features;
    this.labels = labels;
    this.seed = seed;
    symbols = labels.classes() > 2 ? labels.classes() : DIGITS;
  }

  @Override
  public int width() {
    return features;
  }

  @Override
  public void example(RandomGenerator random, ExampleList into) {
    int symbol = random.nextInt(symbols);
    int way = random.nextInt(WAYS);
    for (int i = 0; i < features; i++) {
      double ink = Truth.fraction(Mix.of(seed, symbol * WAYS + way, i));
      float noise = NOISE * (2 * random.nextFloat() - 1);
      into.value(i, Math.clamp((float) ink + noise, 0, 1));
    }
    boolean parity = labels.equals(ClassLabels.TWO_CLASSES);
    into.end(parity ? 1 - 2 * (symbol % 2) : symbol);
  }
}
