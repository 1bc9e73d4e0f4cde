package dev.ductile.server.accounts;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of an OpenID Connect issuer.
 *
 * @param issuer the value of {@code iss} in its tokens; its discovery document is below this
 *     address
 * @param audience a value that {@code aud} must have
 * @param userClaim the claim that names the user, such as {@code email}
 * @param roleClaim the claim that has one word or a list of words, such as {@code groups}
 * @param roles the role for each word of the role claim; the highest one counts
 * @param otherwise the role of users without such a word; none if they may not sign in
 * @param queuesClaim the claim that lists the queues of a queue admin
 */
public record OpenIdSettings(
    URI issuer,
    String audience,
    String userClaim,
    String roleClaim,
    Map<String, Role> roles,
    Optional<Role> otherwise,
    Optional<String> queuesClaim) {
  public OpenIdSettings {
    roles = Map.copyOf(roles);
    if (!isSafe(issuer)) {
      throw new IllegalArgumentException(
          "issuer: %s is not https; plain http is only for the loopback address".formatted(issuer));
    }
  }

  private static boolean isSafe(URI address) {
    boolean isLocal =
        "localhost".equals(address.getHost()) || "127.0.0.1".equals(address.getHost());
    return "https".equals(address.getScheme()) || ("http".equals(address.getScheme()) && isLocal);
  }
}
