package dev.ductile.models.capture;

import java.net.InetAddress;

/** One end of a connection. */
record Endpoint(InetAddress host, int port) {
  @Override
  public String toString() {
    String text = host.getHostAddress();
    return (text.contains(":") ? "[" + text + "]" : text) + ":" + port;
  }
}
