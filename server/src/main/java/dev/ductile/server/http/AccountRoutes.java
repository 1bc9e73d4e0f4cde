package dev.ductile.server.http;

import dev.ductile.rest.AuditEntry;
import dev.ductile.rest.Identity;
import dev.ductile.rest.IssuedToken;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.NewToken;
import dev.ductile.rest.TokenView;
import dev.ductile.server.accounts.AccountRefusal;
import dev.ductile.server.accounts.Accounts;
import dev.ductile.server.accounts.AuditLog;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** The routes of users, tokens and the audit log. */
public final class AccountRoutes {
  private static final int USUAL_ENTRIES = 100;
  private static final int MOST_ENTRIES = 1_000;
  private static final Duration RETRY = Duration.ofMinutes(1);
  private static final ParameterType TOKEN_ID = new ParameterType.Name(64);

  private final Accounts accounts;
  private final AuditLog audit;

  private AccountRoutes(Accounts accounts, AuditLog audit) {
    this.accounts = accounts;
    this.audit = audit;
  }

  public static List<Route> of(Accounts accounts, AuditLog audit) {
    AccountRoutes routes = new AccountRoutes(accounts, audit);
    return List.of(
        Route.get("/api/v1/identity", Permission.VIEW, "The user of the token.")
            .answers(Identity.class)
            .by(request -> Reply.json(Accounts.identity(request.principal()))),
        Route.get("/api/v1/tokens", Permission.VIEW, "Your tokens and sessions; an admin gets all.")
            .answersPageOf(TokenView.class)
            .by(routes::tokens),
        Route.post("/api/v1/tokens", Permission.VIEW, "Makes a token with at most your own rights.")
            .takes(NewToken.class)
            .answers(IssuedToken.class)
            .status(201)
            .by(routes::issue),
        Route.delete(
                "/api/v1/tokens/{id}",
                Permission.VIEW,
                "Revokes a token or ends a session: yours, or any for an admin.")
            .path("id", TOKEN_ID, "The identifier of the token or session.")
            .answers(TokenView.class)
            .by(routes::revoke),
        Route.get("/api/v1/audit", Permission.ADMINISTER, "The audit log, newest entries first.")
            .query(
                "before",
                new ParameterType.Whole(1, Long.MAX_VALUE),
                "Entries with smaller numbers.")
            .query("limit", new ParameterType.Whole(1, MOST_ENTRIES), "At most so many entries.")
            .answersPageOf(AuditEntry.class)
            .by(routes::audit));
  }

  private Reply tokens(Request request) {
    List<TokenView> tokens = accounts.visibleTo(request.principal());
    return Reply.json(new ListPage<>(tokens, Optional.empty(), tokens.size()));
  }

  private Reply issue(Request request) {
    return checked(() ->
        Reply.created(accounts.tokens().issue(request.principal(), request.body(NewToken.class))));
  }

  private Reply revoke(Request request) {
    return checked(() -> Reply.json(accounts.revoke(request.principal(), request.text("id"))));
  }

  private Reply audit(Request request) {
    OptionalLong before =
        request.whole("before").map(OptionalLong::of).orElseGet(OptionalLong::empty);
    int limit = request.whole("limit", USUAL_ENTRIES);
    List<AuditEntry> entries = audit.before(before, limit);
    Optional<String> next =
        entries.size() < limit
            ? Optional.empty()
            : Optional.of(Long.toString(entries.getLast().number()));
    return Reply.json(new ListPage<>(entries, next, audit.total()));
  }

  private static Reply checked(Supplier<Reply> action) {
    try {
      return action.get();
    } catch (AccountRefusal e) {
      throw refusal(e, RETRY);
    }
  }

  static Refusal refusal(AccountRefusal cause, Duration wait) {
    String detail = String.valueOf(cause.getMessage());
    return switch (cause.kind()) {
      case INVALID -> Refusal.invalid(detail);
      case FORBIDDEN -> Refusal.forbidden(detail);
      case UNKNOWN -> Refusal.notFound(detail);
      case LIMIT -> Refusal.unavailable(detail, wait);
    };
  }
}
