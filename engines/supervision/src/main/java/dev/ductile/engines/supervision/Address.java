package dev.ductile.engines.supervision;

/** An address at which a task may listen. */
public record Address(String host, int port) {
  /** Reads what {@link #toString} has written. */
  static Address of(String text) {
    int colon = text.lastIndexOf(':');
    return new Address(
        text.substring(0, Math.max(0, colon)),
        Integer.parseInt(text, colon + 1, text.length(), 10));
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
