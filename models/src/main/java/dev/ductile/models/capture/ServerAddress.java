package dev.ductile.models.capture;

import java.io.IOException;
import java.net.InetAddress;
import java.util.OptionalInt;

/**
 * The address of the parameter server of a capture, as given by a user.
 *
 * @param port absent if every connection with that host counts
 */
public record ServerAddress(InetAddress host, OptionalInt port) {
  private static final int MOST_PORTS = 65_536;

  /** Reads {@code 10.0.0.2}, {@code 10.0.0.2:2222} or {@code [fd00::2]:2222}. */
  public static ServerAddress parse(String text) throws IOException {
    boolean bracketed = text.startsWith("[");
    int bracket = text.indexOf(']');
    int colon = text.lastIndexOf(':');
    boolean hasPort = bracketed ? colon > bracket : colon >= 0 && colon == text.indexOf(':');
    String address = hasPort ? text.substring(0, colon) : text;
    if (bracketed && address.endsWith("]")) {
      address = address.substring(1, address.length() - 1);
    }
    try {
      return new ServerAddress(
          InetAddress.ofLiteral(address),
          hasPort ? OptionalInt.of(port(text.substring(colon + 1))) : OptionalInt.empty());
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "a server is an address such as 10.0.0.2, 10.0.0.2:2222 or [fd00::2]:2222, not \"%s\""
              .formatted(text),
          e);
    }
  }

  private static int port(String text) {
    int port = Integer.parseInt(text);
    if (port < 1 || port >= MOST_PORTS) {
      throw new IllegalArgumentException("no port: " + port);
    }
    return port;
  }

  boolean isAt(Endpoint endpoint) {
    return host.equals(endpoint.host()) && (port.isEmpty() || port.getAsInt() == endpoint.port());
  }
}
