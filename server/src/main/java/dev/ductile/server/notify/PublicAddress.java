package dev.ductile.server.notify;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** Recognises hosts that only this machine or its network can reach. */
final class PublicAddress {
  private static final int SHARED_FIRST = 100;
  private static final int SHARED_SECOND = 64;
  private static final int UNIQUE_LOCAL = 0xfc;

  private PublicAddress() {}

  /**
   * Why a host must not be contacted. Java keeps the addresses of a name for half a minute, so the
   * connection that follows uses the addresses that were checked.
   */
  static Optional<String> complaint(String host) {
    String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    try {
      for (InetAddress address : InetAddress.getAllByName(name)) {
        if (isPrivate(address)) {
          return Optional.of(inside(name, address.getHostAddress()));
        }
      }
      return Optional.empty();
    } catch (UnknownHostException unknown) {
      return Optional.of("%s has no address".formatted(host));
    }
  }

  private static String inside(String name, String address) {
    return name.equals(address)
        ? "%s is an address inside this network".formatted(name)
        : "%s has %s, an address inside this network".formatted(name, address);
  }

  private static boolean isPrivate(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()
        || (address instanceof Inet6Address ? (bytes[0] & 0xfe) == UNIQUE_LOCAL : isShared(bytes));
  }

  /** 0.0.0.0/8, and 100.64.0.0/10 of providers. */
  private static boolean isShared(byte[] bytes) {
    int first = bytes[0] & 0xff;
    return first == 0 || (first == SHARED_FIRST && (bytes[1] & 0xc0) == SHARED_SECOND);
  }
}
