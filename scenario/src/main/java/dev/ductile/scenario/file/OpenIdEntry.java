package dev.ductile.scenario.file;

import dev.ductile.scenario.OpenIdProvider;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;

/**
 * The OpenID Connect provider by which people sign in.
 *
 * @param issuer the address of the provider, as in its tokens; https, except on this machine
 * @param audience the client id of this server at the provider
 * @param user the claim that names the user; sub if it is absent
 * @param groups the claim that lists the groups of the user; groups if it is absent
 * @param roles the role of the members of each group; the highest one counts
 * @param otherwise the role of users in none of these groups; they may not sign in if it is absent
 * @param queues the claim that lists the queues of a queue admin
 */
record OpenIdEntry(
    String issuer,
    String audience,
    Optional<String> user,
    Optional<String> groups,
    Optional<Map<String, OpenIdProvider.Rights>> roles,
    Optional<OpenIdProvider.Rights> otherwise,
    Optional<String> queues) {
  OpenIdProvider provider() {
    return new OpenIdProvider(
        address(issuer),
        audience,
        user.orElse("sub"),
        groups.orElse("groups"),
        roles.orElse(Map.of()),
        otherwise,
        queues);
  }

  private static URI address(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException wrong) {
      throw new IllegalArgumentException("issuer: " + wrong.getMessage(), wrong);
    }
  }
}
