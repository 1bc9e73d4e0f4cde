package dev.ductile.server.http;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Refuses requests that name another host, which stops DNS rebinding, and requests that a page of
 * another origin sends.
 */
final class HostCheck {
  private final Set<String> hosts;

  HostCheck(String address, List<String> more) {
    hosts = new HashSet<>(List.of("localhost", "127.0.0.1", "[::1]"));
    hosts.add(address.contains(":") ? "[" + address + "]" : address.toLowerCase(Locale.ROOT));
    more.forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
  }

  void require(org.eclipse.jetty.server.Request request) {
    List<HttpField> named = request.getHeaders().getFields(HttpHeader.HOST);
    Optional<String> authority = named.stream().findFirst().map(HttpField::getValue);
    if (named.size() != 1 || authority.filter(host -> isKnown(host)).isEmpty()) {
      throw Refusal.wrongHost(
          "this service does not answer for the host that the request names; if it is a name of this"
              + " service, start it with ductile server --host NAME");
    }
    requireSameOrigin(request, authority.orElseThrow());
  }

  private static void requireSameOrigin(
      org.eclipse.jetty.server.Request request, String authority) {
    Optional<String> origin = Optional.ofNullable(request.getHeaders().get(HttpHeader.ORIGIN));
    String own = (request.isSecure() ? "https://" : "http://") + authority;
    if (origin.filter(given -> !given.equalsIgnoreCase(own)).isPresent()) {
      throw Refusal.forbidden("a page of another origin may not send requests to this service");
    }
    Optional<String> site = Optional.ofNullable(request.getHeaders().get("Sec-Fetch-Site"));
    Optional<String> mode = Optional.ofNullable(request.getHeaders().get("Sec-Fetch-Mode"));
    if (site.filter("cross-site"::equals).isPresent()
        && mode.filter("navigate"::equals).isEmpty()) {
      throw Refusal.forbidden("a page of another site may not send requests to this service");
    }
  }

  private boolean isKnown(String authority) {
    String host = authority.toLowerCase(Locale.ROOT).replaceFirst(":[0-9]{1,5}$", "");
    return hosts.contains(host);
  }
}
