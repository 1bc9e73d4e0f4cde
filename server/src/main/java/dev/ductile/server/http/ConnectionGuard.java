package dev.ductile.server.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;

/**
 * Closes connections that are of no use: those without a request for too long, also when single
 * bytes arrive, those whose request does not end, and the longest idle ones of an address that has
 * too many. If there are too many in all, those of the address that has most make room.
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

  /** One thread at a time, so that no two choose the same connection. */
  private synchronized void makeRoom(String address) {
    List<Watched> same =
        watched.values().stream().filter(each -> each.address().equals(address)).toList();
    closeLongestIdle(same, same.size() - limits.connectionsOfAddress());
    int excess = watched.size() - limits.connections();
    if (excess > 0) {
      closeLongestIdle(ofAddressWithMost(), excess);
    }
  }

  private List<Watched> ofAddressWithMost() {
    return watched.values().stream()
        .collect(Collectors.groupingBy(Watched::address))
        .values()
        .stream()
        .max(Comparator.comparingInt(List::size))
        .orElse(List.of());
  }

  private void closeLongestIdle(List<Watched> same, int count) {
    long now = nanoTime.getAsLong();
    same.stream()
        .filter(Watched::isIdle)
        .sorted(Comparator.comparingLong((Watched each) -> each.quietNanos(now)).reversed())
        .limit(Math.max(0, count))
        .forEach(each -> {
          watched.remove(each.connection());
          each.close();
        });
  }

  private static String address(Connection connection) {
    SocketAddress remote = connection.getEndPoint().getRemoteSocketAddress();
    return remote instanceof InetSocketAddress internet
        ? internet.getAddress().getHostAddress()
        : "local";
  }
}
