package dev.ductile.rest.client;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The address of a server and the way to sign in.
 *
 * @param authority a file of certificates in PEM form that the client trusts instead of those of
 *     Java
 * @param timeout the longest wait for one answer
 */
public record Connection(
    URI server, Optional<BearerToken> token, Optional<Path> authority, Duration timeout) {
  /** The port of a server that is told no other. */
  public static final int DEFAULT_PORT = 7077;

  private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

  public Connection {
    boolean isWeb = "http".equals(server.getScheme()) || "https".equals(server.getScheme());
    if (!isWeb || server.getHost() == null) {
      throw new IllegalArgumentException(
          "a server has an address such as http://127.0.0.1:7077 or https://ductile.example.org, not \"%s\""
              .formatted(server));
    }
    if (server.getUserInfo() != null || server.getQuery() != null || server.getFragment() != null) {
      throw new IllegalArgumentException(
          "the address of a server has no user, query or fragment: %s://%s"
              .formatted(server.getScheme(), server.getHost()));
    }
    if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "a timeout is longer than 0 s and at most 1 h, not %s".formatted(timeout));
    }
  }

  /** Whether requests are encrypted. */
  public boolean isEncrypted() {
    return "https".equals(server.getScheme());
  }

  /** Whether the server runs on this machine. */
  public boolean isLocal() {
    return server.getHost().matches("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");
  }

  /** The address of a path below the interface. */
  URI api(ResourcePath path) {
    return root("/api/v1" + path.text());
  }

  /** The address of a path below the root of the server. */
  URI root(String path) {
    return URI.create(server.toString().replaceFirst("/+$", "") + path);
  }
}
