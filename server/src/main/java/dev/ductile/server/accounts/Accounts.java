package dev.ductile.server.accounts;

import dev.ductile.rest.Identity;
import dev.ductile.rest.SignInView;
import java.time.InstantSource;
import java.util.Optional;

/** Finds the user of a request. */
public final class Accounts {
  private static final int LONGEST_CREDENTIAL = 8192;

  private final Tokens tokens;
  private final Optional<OpenIdIssuer> issuer;
  private final InstantSource clock;

  public Accounts(Tokens tokens, Optional<OpenIdIssuer> issuer, InstantSource clock) {
    this.tokens = tokens;
    this.issuer = issuer;
    this.clock = clock;
  }

  public Tokens tokens() {
    return tokens;
  }

  /** The user of a bearer token: one of this service, or one of the OpenID Connect issuer. */
  public Optional<Principal> principal(String credential) {
    if (credential.length() > LONGEST_CREDENTIAL) {
      return Optional.empty();
    }
    return credential.startsWith("dtl_")
        ? tokens.principal(credential)
        : issuer.flatMap(known -> known.principal(credential));
  }

  /** How people sign in besides by tokens of this service. */
  public SignInView signIn() {
    return issuer
        .map(OpenIdIssuer::view)
        .orElse(new SignInView(Optional.empty(), Optional.empty()));
  }

  /** Whether the proof of a user's identity still holds; for long requests. */
  public boolean isValid(Principal principal) {
    return switch (principal.signIn()) {
      case SignIn.ByToken token -> tokens.isValid(token.id());
      case SignIn.ByOpenId openId ->
          principal.expires().filter(end -> !clock.instant().isBefore(end)).isEmpty();
    };
  }

  public static Identity identity(Principal principal) {
    return new Identity(
        principal.user(), principal.role().word(), principal.queues(), principal.signIn().word());
  }
}
