package dev.ductile.server.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the HTTP interface.
 *
 * @param address the address to listen on
 * @param port the port; 0 lets the system choose
 * @param hosts further host names by which clients reach the service
 * @param tls its certificate and key
 * @param plainTextBeyondThisMachine whether it may listen on other addresses without TLS, so that
 *     everybody on the network can read tokens
 * @param version the version of the program
 */
public record HttpSettings(
    String address,
    int port,
    List<String> hosts,
    Optional<TlsSettings> tls,
    boolean plainTextBeyondThisMachine,
    HttpLimits limits,
    boolean accessLog,
    String version) {
  public HttpSettings {
    hosts = List.copyOf(hosts);
    if (tls.isEmpty() && !plainTextBeyondThisMachine && !isLoopback(address)) {
      throw new IllegalArgumentException(
          ("address %s can be reached from other machines, and without TLS they can read all tokens;"
                  + " set tls, or listen on 127.0.0.1 behind a proxy that has TLS")
              .formatted(address));
    }
  }

  /** Listens on the loopback address only, with the usual limits. */
  public static HttpSettings local(int port, String version) {
    return new HttpSettings(
        "127.0.0.1", port, List.of(), Optional.empty(), false, HttpLimits.usual(), false, version);
  }

  public HttpSettings with(HttpLimits other) {
    return new HttpSettings(
        address, port, hosts, tls, plainTextBeyondThisMachine, other, accessLog, version);
  }

  private static boolean isLoopback(String address) {
    try {
      return InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("address: there is no host " + address, e);
    }
  }
}
