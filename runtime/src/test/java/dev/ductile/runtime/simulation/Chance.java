package dev.ductile.runtime.simulation;

import java.util.List;
import java.util.SplittableRandom;

/** Streams of chance of one seed, each with a name: more draws from one do not change another. */
record Chance(long seed) {
  SplittableRandom stream(String name) {
    long mixed = seed;
    for (int i = 0; i < name.length(); i++) {
      mixed = (mixed ^ name.charAt(i)) * 0x9E3779B97F4A7C15L;
      mixed ^= mixed >>> 29;
    }
    return new SplittableRandom(mixed);
  }

  static <T> T any(SplittableRandom random, List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** A duration between two, small ones as likely as large ones. */
  static long between(SplittableRandom random, long least, long most) {
    double exponent = random.nextDouble();
    return (long) (least * Math.pow((double) most / least, exponent));
  }
}
