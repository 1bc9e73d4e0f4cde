package dev.ductile.server.accounts;

import dev.ductile.rest.Identity;
import dev.ductile.rest.SignInRequest;
import dev.ductile.rest.SignInView;
import dev.ductile.rest.SignedIn;
import dev.ductile.rest.TokenView;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Finds the user of a request. */
public final class Accounts {
  private static final int LONGEST_CREDENTIAL = 8192;

  private final Tokens tokens;
  private volatile Optional<OpenIdIssuer> issuer;
  private final InstantSource clock;
  private final Sessions sessions;

  public Accounts(
      Tokens tokens, Optional<OpenIdIssuer> issuer, InstantSource clock, RandomGenerator random) {
    this.tokens = tokens;
    this.issuer = issuer;
    this.clock = clock;
    this.sessions = new Sessions(clock, random);
  }

  /** Lets people sign in by another provider, or by none. They sign in again. */
  public void replaceIssuer(Optional<OpenIdIssuer> other) {
    issuer = other;
    sessions.endAll();
  }

  public Tokens tokens() {
    return tokens;
  }

  /**
   * The user of a bearer token: one of this service, one of a session, or one of the OpenID Connect
   * issuer.
   */
  public Optional<Principal> principal(String credential) {
    if (credential.length() > LONGEST_CREDENTIAL) {
      return Optional.empty();
    }
    if (credential.startsWith(Sessions.PREFIX)) {
      return sessions.principal(credential);
    }
    return credential.startsWith("dtl_")
        ? tokens.principal(credential)
        : issuer.flatMap(known -> known.principal(credential));
  }

  /** How people sign in besides by tokens of this service. */
  public SignInView signIn() {
    return issuer
        .map(OpenIdIssuer::view)
        .orElse(new SignInView(Optional.empty(), Optional.empty(), Optional.empty()));
  }

  /**
   * Begins a session of a person who signed in at the OpenID Connect issuer.
   *
   * @throws AccountRefusal with the cause if that is refused
   */
  public SignedIn signIn(SignInRequest request) {
    OpenIdIssuer known =
        issuer.orElseThrow(() ->
            new AccountRefusal(
                AccountRefusal.Kind.UNKNOWN,
                "this server has no OpenID Connect provider; sign in with a token"));
    return sessions.begin(known.principal(request), known.session());
  }

  /** Ends the session of a user; a token of another kind stays as it is. */
  public void signOut(Principal principal) {
    if (principal.signIn() instanceof SignIn.BySession session) {
      sessions.end(session.id());
    }
  }

  /** The tokens and sessions that a user may see: its own, or all for an admin. */
  public List<TokenView> visibleTo(Principal principal) {
    return Stream.concat(
            tokens.visibleTo(principal).stream(), sessions.visibleTo(principal).stream())
        .toList();
  }

  /**
   * Revokes a token or ends a session, of the user itself or, for an admin, of anybody.
   *
   * @throws AccountRefusal if the user sees none of this identifier
   */
  public TokenView revoke(Principal principal, String id) {
    return sessions.end(principal, id).orElseGet(() -> tokens.revoke(principal, id));
  }

  /** Whether the proof of a user's identity still holds; for long requests. */
  public boolean isValid(Principal principal) {
    return switch (principal.signIn()) {
      case SignIn.ByToken token -> tokens.isValid(token.id());
      case SignIn.BySession session -> sessions.isValid(session.id());
      case SignIn.ByOpenId openId ->
          principal.expires().filter(end -> !clock.instant().isBefore(end)).isEmpty();
    };
  }

  public static Identity identity(Principal principal) {
    return new Identity(
        principal.user(), principal.role().word(), principal.queues(), principal.signIn().word());
  }
}
