package dev.ductile.engines.supervision;

/** An address at which a task may listen. */
public record Address(String host, int port) {
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
