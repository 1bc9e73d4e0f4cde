package dev.ductile.server.http;

import org.eclipse.jetty.io.Connection;

/** One connection, and the time when its last request began or ended. */
final class Watched {
  private final Connection connection;
  private final String address;
  private int requests;
  private int streams;
  private long changed;

  Watched(Connection connection, String address, long now) {
    this.connection = connection;
    this.address = address;
    this.changed = now;
  }

  Connection connection() {
    return connection;
  }

  String address() {
    return address;
  }

  synchronized void began(long now) {
    requests++;
    changed = now;
  }

  synchronized void ended(long now) {
    requests--;
    changed = now;
  }

  /** The running request may take any time. */
  synchronized void streamBegan() {
    streams++;
  }

  synchronized void streamEnded() {
    streams--;
  }

  synchronized boolean isIdle() {
    return requests == 0;
  }

  synchronized long quietNanos(long now) {
    return now - changed;
  }

  synchronized boolean isOverdue(long now, HttpLimits limits) {
    long most = requests == 0 ? limits.idle().toNanos() : limits.answerTime().toNanos();
    return streams == 0 && now - changed > most;
  }

  void close() {
    connection.getEndPoint().close();
  }
}
