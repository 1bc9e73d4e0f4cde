package dev.ductile.server.http;

import dev.ductile.server.accounts.Accounts;
import dev.ductile.server.accounts.Principal;
import dev.ductile.server.accounts.Role;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;

/** Lets a request to its route if its user has the right and stays below the limits. */
final class Gate {
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final String SCHEME = "Bearer ";

  private final Accounts accounts;
  private final HttpMetrics metrics;
  private final RateLimiter users;
  private final RateLimiter failures;

  Gate(Accounts accounts, HttpLimits limits, HttpMetrics metrics, InstantSource clock) {
    this.accounts = accounts;
    this.metrics = metrics;
    this.users = new RateLimiter(limits.userRate(), clock);
    this.failures = new RateLimiter(limits.failureRate(), clock);
  }

  /** The user, if the route needs one. */
  Optional<Principal> enter(
      org.eclipse.jetty.server.Request request, Permission permission, String address) {
    Optional<Role> least = permission.least();
    if (least.isEmpty()) {
      requireRate("address " + address);
      return Optional.empty();
    }
    return Optional.of(principal(request, address));
  }

  /** Requires the right of a route. */
  void require(Principal principal, Permission permission) {
    if (!permission.isGivenTo(principal)) {
      metrics.refused("role");
      throw Refusal.forbidden(
          "this needs role %s; your %s"
              .formatted(permission.least().map(Role::word).orElse("none"), principal.rights()));
    }
  }

  private Principal principal(org.eclipse.jetty.server.Request request, String address) {
    String header =
        Optional.ofNullable(request.getHeaders().get(HttpHeader.AUTHORIZATION)).orElse("");
    boolean isBearer = header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    Optional<Principal> principal =
        isBearer ? accounts.principal(header.substring(SCHEME.length()).strip()) : Optional.empty();
    if (principal.isEmpty()) {
      throw unknown(header.isEmpty(), address);
    }
    requireRate("user " + principal.get().user());
    return principal.get();
  }

  private Refusal unknown(boolean isMissing, String address) {
    metrics.refused(isMissing ? "missing" : "invalid");
    if (!failures.allows(address)) {
      return Refusal.tooMany("too many requests without a valid token", RETRY);
    }
    return Refusal.unauthorized(
        isMissing
            ? "you have no access token: a command takes it from --token-file or DUCTILE_TOKEN_FILE, a"
                + " request has it in the header Authorization: Bearer TOKEN. The first token is in the"
                + " file token in the data folder of the server"
            : "the token is not known, has expired, or is revoked; ask an admin for a new one");
  }

  private void requireRate(String key) {
    if (!users.allows(key)) {
      throw Refusal.tooMany(key + " sends too many requests", RETRY);
    }
  }
}
