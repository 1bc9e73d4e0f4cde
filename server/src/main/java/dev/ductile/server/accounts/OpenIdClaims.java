package dev.ductile.server.accounts;

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

  private OpenIdClaims() {}

  static Optional<Principal> principal(OpenIdSettings settings, JWTClaimsSet claims) {
    Optional<String> user =
        words(claims, settings.userClaim()).stream()
            .findFirst()
            .filter(name -> USER.matcher(name).matches());
    return user.flatMap(
        name -> role(settings, claims).map(role -> of(settings, claims, name, role)));
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
