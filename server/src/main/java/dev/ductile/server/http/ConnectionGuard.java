package dev.ductile.server.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;

/**
 * Closes connections that are of no use: those without a request for too long, also when single
 * bytes arrive, those whose request does not end, and the longest idle one of an address that has
 * too many.
 */
final class ConnectionGuard implements Connection.Listener {
  private final HttpLimits limits;
  private final LongSupplier nanoTime;
  private final Map<Connection, Watched> watched = new ConcurrentHashMap<>();

  ConnectionGuard(HttpLimits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof ConnectionMetaData) {
      Watched opened = new Watched(connection, address(connection), nanoTime.getAsLong());
      watched.put(connection, opened);
      makeRoom(opened.address());
    }
  }

  @Override
  public void onClosed(Connection connection) {
    watched.remove(connection);
  }

  void began(Connection connection) {
    find(connection).ifPresent(found -> found.began(nanoTime.getAsLong()));
  }

  void ended(Connection connection) {
    find(connection).ifPresent(found -> found.ended(nanoTime.getAsLong()));
  }

  /** Lets the running request of a connection take any time. */
  void streamBegan(Connection connection) {
    find(connection).ifPresent(Watched::streamBegan);
  }

  void streamEnded(Connection connection) {
    find(connection).ifPresent(Watched::streamEnded);
  }

  private Optional<Watched> find(Connection connection) {
    return Optional.ofNullable(watched.get(connection));
  }

  int open() {
    return watched.size();
  }

  /** Closes all connections that have no right to be open; called again and again. */
  void sweep() {
    long now = nanoTime.getAsLong();
    for (Watched each : watched.values()) {
      if (each.isOverdue(now, limits)) {
        each.close();
      }
    }
  }

  private void makeRoom(String address) {
    List<Watched> same =
        watched.values().stream().filter(each -> each.address().equals(address)).toList();
    if (same.size() > limits.connectionsOfAddress()) {
      long now = nanoTime.getAsLong();
      same.stream()
          .filter(Watched::isIdle)
          .max(Comparator.comparingLong(each -> each.quietNanos(now)))
          .ifPresent(Watched::close);
    }
  }

  private static String address(Connection connection) {
    SocketAddress remote = connection.getEndPoint().getRemoteSocketAddress();
    return remote instanceof InetSocketAddress internet
        ? internet.getAddress().getHostAddress()
        : "local";
  }
}
