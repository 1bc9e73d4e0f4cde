package dev.ductile.models.capture;

import java.net.InetAddress;
import java.util.OptionalInt;

/**
 * The server and the worker of a capture.
 *
 * @param port of the server, where only its connections count: those of a server that was named
 *     with its port, or that is on the worker's own machine
 */
record Parties(InetAddress server, OptionalInt port, InetAddress worker) {

  /** Whether both ends of the packet are theirs. */
  boolean concerns(Segment segment) {
    Endpoint other = isDown(segment) ? segment.to() : segment.from();
    return other.host().equals(worker) && (isDown(segment) || isServer(segment.to()));
  }

  /** Whether the packet goes down, from the server to the worker. */
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
