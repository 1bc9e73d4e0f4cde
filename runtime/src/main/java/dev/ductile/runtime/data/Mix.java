package dev.ductile.runtime.data;

/** Seeds of independent random streams. */
public final class Mix {
  private Mix() {}

  /** A seed for these three numbers. */
  public static long of(long seed, long which, long number) {
    return scatter(scatter(scatter(seed) + which) + number);
  }

  /** A pseudo-random number (Steele et al., OOPSLA 2014, Fig. 16), plus one step. */
  public static long scatter(long number) {
    long z = number + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
