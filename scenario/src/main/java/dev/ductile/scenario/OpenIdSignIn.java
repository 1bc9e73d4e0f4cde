package dev.ductile.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The sign-in of people on the page by an OpenID Connect provider.
 *
 * @param name the name of the provider on the page
 * @param scopes the scopes that the page asks for
 * @param secretFile the file of the client secret; absent for a public client
 * @param session the time after which a person signs in again
 */
public record OpenIdSignIn(
    String name, List<String> scopes, Optional<Path> secretFile, Duration session) {
  /** The scopes that give the name and the usual claims. */
  public static final List<String> USUAL_SCOPES = List.of("openid", "profile", "email");

  /** A working day. */
  public static final Duration USUAL_SESSION = Duration.ofHours(8);

  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofDays(30);

  public OpenIdSignIn {
    scopes = List.copyOf(scopes);
    if (!scopes.contains("openid")) {
      throw new IllegalArgumentException(
          "scopes: %s; openid must be one of them".formatted(String.join(", ", scopes)));
    }
    if (session.compareTo(SHORTEST) < 0 || session.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "session: from 1m to 30d, not %ds".formatted(session.toSeconds()));
    }
  }
}
