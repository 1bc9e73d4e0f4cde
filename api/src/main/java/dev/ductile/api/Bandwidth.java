package dev.ductile.api;

/** What a link carries, in each direction. */
public record Bandwidth(double bytesPerSecond) {
  public Bandwidth {
    if (!(bytesPerSecond > 0) || Double.isInfinite(bytesPerSecond)) {
      throw new IllegalArgumentException(
          "a link must carry a finite number of bytes per second above 0, not %s"
              .formatted(bytesPerSecond));
    }
  }

  public static Bandwidth bitsPerSecond(double bits) {
    return new Bandwidth(bits / 8);
  }

  /** How long so many bytes take when they have the link to themselves. */
  public double seconds(double bytes) {
    return bytes / bytesPerSecond;
  }
}
