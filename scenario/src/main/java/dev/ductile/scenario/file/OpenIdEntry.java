package dev.ductile.scenario.file;

import dev.ductile.scenario.OpenIdProvider;
import dev.ductile.scenario.OpenIdSignIn;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
 * @param name the name of the provider on the page; the host of the issuer if it is absent
 * @param secretFile the file of the client secret, beside this file; none for a public client
 * @param scopes the scopes that the page asks for; openid, profile and email if it is absent
 * @param session the time after which a person signs in again; 8h if it is absent
 */
record OpenIdEntry(
    String issuer,
    String audience,
    Optional<String> user,
    Optional<String> groups,
    Optional<Map<String, OpenIdProvider.Rights>> roles,
    Optional<OpenIdProvider.Rights> otherwise,
    Optional<String> queues,
    Optional<String> name,
    Optional<String> secretFile,
    Optional<List<String>> scopes,
    Optional<Duration> session) {
  /**
   * The provider that a server file describes.
   *
   * @param file the server file
   */
  OpenIdProvider provider(Path file) {
    URI at = address(issuer);
    return new OpenIdProvider(
        at,
        audience,
        user.orElse("sub"),
        groups.orElse("groups"),
        roles.orElse(Map.of()),
        otherwise,
        queues,
        new OpenIdSignIn(
            name.orElseGet(() -> String.valueOf(at.getHost())),
            scopes.orElse(OpenIdSignIn.USUAL_SCOPES),
            secretFile.map(file.toAbsolutePath()::resolveSibling),
            session.orElse(OpenIdSignIn.USUAL_SESSION)));
  }

  private static URI address(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException wrong) {
      throw new IllegalArgumentException("issuer: " + wrong.getMessage(), wrong);
    }
  }
}
