package dev.ductile.api;

/** The bandwidth of a link, in each direction. */
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

  /** The time to send this many bytes when no other transfer uses the link. */
  public double seconds(double bytes) {
    return bytes / bytesPerSecond;
  }
}
