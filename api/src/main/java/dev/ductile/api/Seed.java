package dev.ductile.api;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The seed from which all random draws follow. Every source of chance has its own named stream, so
 * an additional draw in one changes no other. The draws are the same on every machine.
 */
public record Seed(long root) {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  public RandomGenerator stream(String name) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * FNV_PRIME;
    }
    return new SplittableRandom(mixed(hash ^ mixed(root)));
  }

  /** A seed for one concern, with its own streams. */
  public Seed child(String name) {
    return new Seed(stream(name).nextLong());
  }

  /** A draw from the exponential distribution of mean 1. */
  public static double exponential(RandomGenerator random) {
    return -StrictMath.log(1 - random.nextDouble());
  }

  /** A draw from the normal distribution of mean 0 and variance 1 (Box and Muller, 1958). */
  public static double normal(RandomGenerator random) {
    double radius = Math.sqrt(2 * exponential(random));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }

  /** The finaliser of SplitMix64: it turns neighbouring numbers into unrelated ones. */
  private static long mixed(long number) {
    long mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
