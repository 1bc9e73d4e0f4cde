package dev.ductile.server.http;

import dev.ductile.server.accounts.Accounts;
import dev.ductile.server.accounts.AuditLog;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The parts behind the HTTP interface.
 *
 * @param routes the routes of the cluster; those of accounts and operation are added to them
 * @param nanoTime a steady clock, such as {@code System::nanoTime}
 * @param unready why the service takes no requests now; absent if it takes them
 */
public record HttpService(
    List<Route> routes,
    Accounts accounts,
    AuditLog audit,
    Metrics metrics,
    Supplier<Optional<String>> unready,
    InstantSource clock,
    LongSupplier nanoTime) {
  public HttpService {
    routes = List.copyOf(routes);
  }
}
