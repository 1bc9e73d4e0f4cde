package dev.ductile.runtime.server;

import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Payload;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The workers of a generation, and the connections that they have opened to this server. */
final class WorkerLinks {
  private final Map<Integer, Connection> workers = new HashMap<>();
  private final Waits waits;

  WorkerLinks(LongSupplier nanos) {
    waits = new Waits(nanos);
  }

  /** The waiting times of this generation's workers. */
  Waits waits() {
    return waits;
  }

  void heardFrom(int worker, Connection connection) {
    workers.put(worker, connection);
  }

  void send(int worker, FrameHeader header, Payload payload) {
    Connection connection = workers.get(worker);
    if (connection != null) {
      connection.send(header, payload);
    }
  }

  void send(int worker, FrameHeader header) {
    send(worker, header, Payload.NONE);
  }
}
