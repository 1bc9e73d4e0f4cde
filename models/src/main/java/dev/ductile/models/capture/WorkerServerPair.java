package dev.ductile.models.capture;

import java.net.InetAddress;
import java.util.OptionalInt;

/**
 * The server and the worker of a capture.
 *
 * @param port the port of the server if only its connections count: for a server that was named
 *     with its port, or on the machine of the worker
 */
record WorkerServerPair(InetAddress server, OptionalInt port, InetAddress worker) {

  /** Whether the packet is between this worker and this server. */
  boolean concerns(Segment segment) {
    Endpoint other = isDown(segment) ? segment.to() : segment.from();
    return other.host().equals(worker) && (isDown(segment) || isServer(segment.to()));
  }

  /** Whether the packet goes from the server to the worker. */
  boolean isDown(Segment segment) {
    return isServer(segment.from());
  }

  private boolean isServer(Endpoint endpoint) {
    return endpoint.host().equals(server) && (port.isEmpty() || port.getAsInt() == endpoint.port());
  }

  String serverText() {
    return port.isPresent()
        ? new Endpoint(server, port.getAsInt()).toString()
        : server.getHostAddress();
  }
}
