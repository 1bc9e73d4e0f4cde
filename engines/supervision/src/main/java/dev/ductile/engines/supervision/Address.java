package dev.ductile.engines.supervision;

/**
 * An address at which a task may listen.
 *
 * @param host empty while the platform does not know where the task will run
 */
public record Address(String host, int port) {
  /** The port is chosen, and the host is known when the task is placed. */
  public static Address withoutHost(int port) {
    return new Address("", port);
  }

  boolean hasHost() {
    return !host.isEmpty();
  }

  Address on(String newHost) {
    return new Address(newHost, port);
  }

  /** The address that {@link #toString} has written. */
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
