package dev.ductile.scenario;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * The OpenID Connect provider whose signed tokens a server accepts.
 *
 * @param issuer the value of {@code iss} in its tokens; its discovery document is below this
 *     address
 * @param audience a value that {@code aud} must have
 * @param user the claim that names the user, such as {@code email}
 * @param groups the claim that has one word or a list of words
 * @param roles the role for each word of that claim; the highest one counts
 * @param otherwise the role of users without such a word; none if they may not sign in
 * @param queues the claim that lists the queues of a queue admin
 * @param signIn how people sign in on the page
 */
public record OpenIdProvider(
    URI issuer,
    String audience,
    String user,
    String groups,
    Map<String, Rights> roles,
    Optional<Rights> otherwise,
    Optional<String> queues,
    OpenIdSignIn signIn) {
  /** The roles of a server, each with the rights of those before it. */
  public enum Rights {
    VIEWER,
    USER,
    QUEUE_ADMIN,
    ADMIN
  }

  public OpenIdProvider {
    roles = Map.copyOf(roles);
    if (!isSafe(issuer)) {
      throw new IllegalArgumentException(
          "issuer: %s is not https; plain http is only for the loopback address".formatted(issuer));
    }
    if (issuer.getQuery() != null || issuer.getFragment() != null) {
      throw new IllegalArgumentException("issuer: %s has a query or a fragment".formatted(issuer));
    }
    if (audience.isBlank()) {
      throw new IllegalArgumentException("audience: empty; it is the client id of this server");
    }
    if (roles.isEmpty() && otherwise.isEmpty()) {
      throw new IllegalArgumentException(
          "roles: none, and no role otherwise, so nobody could sign in");
    }
  }

  /** Whether documents from this address cannot be changed on the way. */
  public static boolean isSafe(URI address) {
    boolean isLocal =
        "localhost".equals(address.getHost()) || "127.0.0.1".equals(address.getHost());
    return address.getHost() != null
        && ("https".equals(address.getScheme()) || ("http".equals(address.getScheme()) && isLocal));
  }
}
