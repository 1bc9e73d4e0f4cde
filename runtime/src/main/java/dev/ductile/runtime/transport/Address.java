package dev.ductile.runtime.transport;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;

/** The address of a process: {@code unix:/path} or {@code host:port}. */
public sealed interface Address {
  /** A path on this host. */
  record Unix(String path) implements Address {
    @Override
    public SocketAddress socket() {
      return UnixDomainSocketAddress.of(path);
    }

    @Override
    public String toString() {
      return "unix:" + path;
    }
  }

  /** A port of a host; port 0 asks for any free port. */
  record Tcp(String host, int port) implements Address {
    public Tcp {
      if (port < 0 || port > 65_535) {
        throw new IllegalArgumentException("a port is between 0 and 65535, not " + port);
      }
    }

    @Override
    public SocketAddress socket() {
      return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  static Address parse(String text) {
    if (text.matches("unix:.+")) {
      return new Unix(text.substring("unix:".length()));
    }
    if (!text.matches(".+:[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "an address is unix:/path or host:port, not '%s'".formatted(text));
    }
    int colon = text.lastIndexOf(':');
    return new Tcp(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  SocketAddress socket();
}
