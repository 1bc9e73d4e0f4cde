package dev.ductile.server.http;

import dev.ductile.rest.AuditEntry;
import dev.ductile.server.accounts.AuditLog;
import dev.ductile.server.accounts.Principal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.LongSupplier;
import org.eclipse.jetty.server.Response;

/** Records requests in the metrics, the audit log and, if asked for, the access log. */
final class Observer {
  private static final Logger ACCESS = System.getLogger(AccessFields.LOGGER);

  /** Refusals for rights: these are in the audit log also if the request would change nothing. */
  private static final Set<Integer> OF_RIGHTS = Set.of(401, 403, 421);

  /** Refusals of floods, which would flood the audit log too. */
  private static final int TOO_MANY = 429;

  private final AuditLog audit;
  private final HttpMetrics metrics;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final boolean accessLog;

  Observer(
      AuditLog audit,
      HttpMetrics metrics,
      InstantSource clock,
      LongSupplier nanoTime,
      boolean accessLog) {
    this.audit = audit;
    this.metrics = metrics;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.accessLog = accessLog;
  }

  void refused(Exchange exchange, Refusal refusal) {
    if (refusal.problem().status() == 421) {
      metrics.refused("host");
    }
  }

  void ended(Exchange exchange, Response response) {
    int status = response.getStatus();
    Duration time = Duration.ofNanos(nanoTime.getAsLong() - exchange.began());
    String route = exchange.route().map(Route::path).orElse("none");
    String method = exchange.route().map(found -> found.method().name()).orElse("none");
    metrics.request(route, method, status, time);
    audit(exchange, status);
    if (accessLog) {
      ACCESS.log(
          Level.INFO,
          "{0} {1} {2} {3} {4} {5} ms",
          exchange.address(),
          user(exchange),
          exchange.action(),
          exchange.target(),
          status,
          time.toMillis());
    }
  }

  private void audit(Exchange exchange, int status) {
    boolean changes = exchange.route().filter(route -> route.method().changes()).isPresent();
    if (changes && status < 300) {
      audit.add(entry(exchange, status));
    } else if (OF_RIGHTS.contains(status) || (changes && status != TOO_MANY)) {
      audit.addRefused(entry(exchange, status));
    }
  }

  private AuditEntry entry(Exchange exchange, int status) {
    return new AuditEntry(
        0,
        clock.instant(),
        user(exchange),
        exchange.address(),
        exchange.action(),
        exchange.target(),
        Integer.toString(status));
  }

  private static String user(Exchange exchange) {
    return exchange.principal().map(Principal::user).orElse("-");
  }
}
