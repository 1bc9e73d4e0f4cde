package dev.ductile.server.accounts;

import static dev.ductile.server.accounts.AccountRefusal.Kind.FORBIDDEN;

import com.nimbusds.jwt.JWTClaimsSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the user, the role and the queues from verified claims. */
final class OpenIdClaims {
  private static final Pattern USER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}");
  private static final int MOST_WORDS = 1_000;
  private static final int MOST_SHOWN = 10;

  private OpenIdClaims() {}

  /** The user of the claims, who is refused without a name or a role. */
  static Principal principal(OpenIdSettings settings, JWTClaimsSet claims) {
    String user =
        words(claims, settings.userClaim()).stream()
            .findFirst()
            .filter(name -> USER.matcher(name).matches())
            .orElseThrow(() -> nameless(settings));
    Role role = role(settings, claims).orElseThrow(() -> powerless(settings, claims, user));
    return of(settings, claims, user, role);
  }

  private static AccountRefusal nameless(OpenIdSettings settings) {
    return new AccountRefusal(
        FORBIDDEN,
        ("the claim %s of your sign-in is no name of up to 100 letters, digits and . _ @ + -;"
                + " ask an admin to choose another one as user of openId in the server file")
            .formatted(settings.userClaim()));
  }

  private static AccountRefusal powerless(
      OpenIdSettings settings, JWTClaimsSet claims, String user) {
    List<String> groups =
        words(claims, settings.roleClaim()).stream()
            .limit(MOST_SHOWN)
            .map(group -> group.replaceAll("\\p{Cntrl}", "?"))
            .toList();
    return new AccountRefusal(
        FORBIDDEN,
        "%s has no role here: %s; ask an admin to give one of your groups a role in the server file"
            .formatted(
                user,
                groups.isEmpty()
                    ? "the claim %s names no group".formatted(settings.roleClaim())
                    : "none for the groups " + String.join(", ", groups)));
  }

  private static Principal of(
      OpenIdSettings settings, JWTClaimsSet claims, String user, Role role) {
    List<String> queues =
        settings
            .queuesClaim()
            .filter(claim -> role == Role.QUEUE_ADMIN)
            .map(claim -> words(claims, claim))
            .orElse(List.of());
    return new Principal(
        user,
        role,
        queues,
        new SignIn.ByOpenId(),
        Optional.of(claims.getExpirationTime().toInstant()));
  }

  private static Optional<Role> role(OpenIdSettings settings, JWTClaimsSet claims) {
    return words(claims, settings.roleClaim()).stream()
        .flatMap(word -> Optional.ofNullable(settings.roles().get(word)).stream())
        .max(Comparator.naturalOrder())
        .or(settings::otherwise);
  }

  private static List<String> words(JWTClaimsSet claims, String name) {
    Object value = claims.getClaim(name);
    return switch (value) {
      case String word -> List.of(word);
      case Collection<?> several ->
          several.stream()
              .limit(MOST_WORDS)
              .filter(String.class::isInstance)
              .map(String.class::cast)
              .toList();
      case null, default -> List.of();
    };
  }
}
