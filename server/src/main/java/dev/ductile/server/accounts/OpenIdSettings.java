package dev.ductile.server.accounts;

import dev.ductile.scenario.OpenIdProvider;
import dev.ductile.scenario.OpenIdSignIn;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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
 * @param signIn how people sign in on the page
 */
public record OpenIdSettings(
    URI issuer,
    String audience,
    String userClaim,
    String roleClaim,
    Map<String, Role> roles,
    Optional<Role> otherwise,
    Optional<String> queuesClaim,
    OpenIdSignIn signIn) {
  public OpenIdSettings {
    roles = Map.copyOf(roles);
  }

  /** The settings of a server file. */
  public static OpenIdSettings of(OpenIdProvider provider) {
    return new OpenIdSettings(
        provider.issuer(),
        provider.audience(),
        provider.user(),
        provider.groups(),
        provider.roles().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, group -> role(group.getValue()))),
        provider.otherwise().map(OpenIdSettings::role),
        provider.queues(),
        provider.signIn());
  }

  private static Role role(OpenIdProvider.Rights rights) {
    return switch (rights) {
      case VIEWER -> Role.VIEWER;
      case USER -> Role.USER;
      case QUEUE_ADMIN -> Role.QUEUE_ADMIN;
      case ADMIN -> Role.ADMIN;
    };
  }
}
