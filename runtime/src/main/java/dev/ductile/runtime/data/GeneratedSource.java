package dev.ductile.runtime.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Generated examples; each has its own random stream. */
final class GeneratedSource implements SplitSource {
  private final ExampleGenerator generator;
  private final long seed;
  private final long examples;
  private final int splits;
  private final HeldOut heldOut;

  GeneratedSource(
      ExampleGenerator generator, long seed, long examples, int splits, HeldOut heldOut) {
    this.generator = generator;
    this.seed = seed;
    this.examples = examples;
    this.splits = splits;
    this.heldOut = heldOut;
  }

  @Override
  public Map<Integer, Integer> write(Map<Integer, Path> files) throws IOException {
    var counts = new HashMap<Integer, Integer>();
    for (var file : files.entrySet()) {
      try (var writer = new SplitWriter(file.getValue(), generator.width(), heldOut)) {
        long end = begin(file.getKey() + 1);
        for (long i = begin(file.getKey()); i < end; i++) {
          generator.example(random(seed, i), writer.list());
          writer.ended();
        }
        counts.put(file.getKey(), writer.finish());
      }
    }
    return counts;
  }

  /** The random stream of one example. */
  static SplittableRandom random(long seed, long example) {
    return new SplittableRandom(Mix.of(seed, 0, example));
  }

  private long begin(int split) {
    return Math.multiplyExact(examples, (long) split) / splits;
  }
}
