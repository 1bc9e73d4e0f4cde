package dev.ductile.server.http;

/**
 * A limit of a rate.
 *
 * @param burst how many are allowed at once
 */
public record RateLimit(double perSecond, int burst) {
  public RateLimit {
    if (!(perSecond > 0) || burst < 1) {
      throw new IllegalArgumentException("a rate of %s and %d".formatted(perSecond, burst));
    }
  }
}
