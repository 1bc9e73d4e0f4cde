package dev.ductile.rest.client;

import java.net.URI;

/** No answer from the server: it does not run, or the way to it is closed. */
public final class UnreachableException extends ClientException {
  private final transient URI server;

  UnreachableException(URI server, String why, Throwable cause) {
    super("no answer from %s: %s".formatted(server, why), cause);
    this.server = server;
  }

  public URI server() {
    return server;
  }
}
