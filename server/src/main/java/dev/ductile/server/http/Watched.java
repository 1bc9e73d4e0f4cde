package dev.ductile.server.http;

import org.eclipse.jetty.io.Connection;

/** One connection, and the time of its last request or answer. */
final class Watched {
  private final Connection connection;
  private final String address;
  private long messages;
  private long changed;
  private volatile boolean exempt;

  Watched(Connection connection, String address, long now) {
    this.connection = connection;
    this.address = address;
    this.changed = now;
  }

  String address() {
    return address;
  }

  boolean isIdle() {
    return connection.getMessagesIn() == connection.getMessagesOut();
  }

  void exempt() {
    exempt = true;
  }

  synchronized long quietNanos(long now) {
    long count = connection.getMessagesIn() + connection.getMessagesOut();
    if (count != messages) {
      messages = count;
      changed = now;
    }
    return now - changed;
  }

  boolean isOverdue(long now, HttpLimits limits) {
    long quiet = quietNanos(now);
    return isIdle()
        ? quiet > limits.idle().toNanos()
        : !exempt && quiet > limits.answerTime().toNanos();
  }

  void close() {
    connection.getEndPoint().close();
  }
}
