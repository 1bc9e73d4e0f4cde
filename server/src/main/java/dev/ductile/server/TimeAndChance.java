package dev.ductile.server;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The clocks of a server, and its source of secrets.
 *
 * @param clock the time of day
 * @param nanos a clock that never goes back, to measure times
 * @param random makes the secrets of tokens
 */
public record TimeAndChance(InstantSource clock, LongSupplier nanos, RandomGenerator random) {
  /** The clocks of this machine, and a generator whose secrets cannot be predicted. */
  public static TimeAndChance system() {
    return new TimeAndChance(InstantSource.system(), System::nanoTime, new SecureRandom());
  }
}
