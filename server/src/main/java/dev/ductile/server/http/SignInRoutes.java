package dev.ductile.server.http;

import dev.ductile.rest.AuditEntry;
import dev.ductile.rest.SignInRequest;
import dev.ductile.rest.SignInView;
import dev.ductile.rest.SignedIn;
import dev.ductile.server.accounts.AccountRefusal;
import dev.ductile.server.accounts.Accounts;
import dev.ductile.server.accounts.AuditLog;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** The routes by which people begin and end sessions. */
final class SignInRoutes {
  private static final String PATH = "/api/v1/sign-in";
  private static final int MOST_BYTES = 16 * 1024;
  private static final Duration RETRY = Duration.ofSeconds(10);

  /** Each sign-in asks the provider, so strangers may not ask often. */
  private static final RateLimit OF_ADDRESS = new RateLimit(2, 30);

  private final Accounts accounts;
  private final AuditLog audit;
  private final InstantSource clock;
  private final RateLimiter addresses;

  private SignInRoutes(Accounts accounts, AuditLog audit, InstantSource clock) {
    this.accounts = accounts;
    this.audit = audit;
    this.clock = clock;
    this.addresses = new RateLimiter(OF_ADDRESS, clock);
  }

  static List<Route> of(Accounts accounts, AuditLog audit, InstantSource clock) {
    SignInRoutes routes = new SignInRoutes(accounts, audit, clock);
    return List.of(
        Route.get(PATH, Permission.OPEN, "How people sign in besides by tokens of the server.")
            .answers(SignInView.class)
            .by(_ -> Reply.json(accounts.signIn())),
        Route.post(PATH, Permission.OPEN, "Begins a session with the code of the provider.")
            .takes(SignInRequest.class, MOST_BYTES)
            .answers(SignedIn.class)
            .status(201)
            .by(routes::begin),
        Route.delete(PATH, Permission.VIEW, "Ends the session of the token.")
            .status(204)
            .by(routes::end));
  }

  private Reply begin(Request request) {
    if (!addresses.allows(request.address())) {
      throw Refusal.tooMany("this address signs in too often", RETRY);
    }
    try {
      SignedIn begun = accounts.signIn(request.body(SignInRequest.class));
      audit.add(
          new AuditEntry(
              0, clock.instant(), begun.user(), request.address(), "sign-in", "", "session"));
      return Reply.created(begun);
    } catch (AccountRefusal e) {
      throw AccountRoutes.refusal(e, RETRY);
    }
  }

  private Reply end(Request request) {
    accounts.signOut(request.principal());
    return new Reply.Empty();
  }
}
