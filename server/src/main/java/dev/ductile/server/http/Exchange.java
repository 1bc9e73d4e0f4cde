package dev.ductile.server.http;

import dev.ductile.server.accounts.Principal;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.io.Connection;

/** One request on its way, and what is known of it so far. */
final class Exchange {
  private static final int MOST_SHOWN = 100;

  private final org.eclipse.jetty.server.Request request;
  private final String address;
  private final long began;
  private Optional<Route> route = Optional.empty();
  private Optional<Principal> principal = Optional.empty();
  private List<String> segments = List.of();

  Exchange(org.eclipse.jetty.server.Request request) {
    this.request = request;
    this.address = org.eclipse.jetty.server.Request.getRemoteAddr(request);
    this.began = request.getBeginNanoTime();
  }

  org.eclipse.jetty.server.Request request() {
    return request;
  }

  Connection connection() {
    return request.getConnectionMetaData().getConnection();
  }

  String address() {
    return address;
  }

  long began() {
    return began;
  }

  void isFor(Route found, List<String> path) {
    route = Optional.of(found);
    segments = path;
  }

  void isBy(Principal user) {
    principal = Optional.of(user);
  }

  Optional<Route> route() {
    return route;
  }

  Optional<Principal> principal() {
    return principal;
  }

  /** The method and the template of the path; of an unknown path only that it is unknown. */
  String action() {
    return route.map(Route::name).orElseGet(() -> shown(request.getMethod()) + " (no route)");
  }

  /** The parts of the path that name an object. */
  String target() {
    return route.map(this::variables).orElseGet(() -> shown(path()));
  }

  String path() {
    return Optional.ofNullable(request.getHttpURI().getPath())
        .filter(path -> path.startsWith("/"))
        .orElse("/");
  }

  private String variables(Route found) {
    List<String> template = found.segments();
    StringBuilder named = new StringBuilder();
    for (int i = 0; i < template.size(); i++) {
      if (Route.isVariable(template.get(i))) {
        named.append(named.isEmpty() ? "" : " ").append(shown(segments.get(i)));
      }
    }
    return named.toString();
  }

  private static String shown(String text) {
    String plain = text.replaceAll("[^\\x20-\\x7e]", "?");
    return plain.length() > MOST_SHOWN ? plain.substring(0, MOST_SHOWN) + "..." : plain;
  }
}
