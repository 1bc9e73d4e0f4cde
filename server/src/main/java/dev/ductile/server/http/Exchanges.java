package dev.ductile.server.http;

import dev.ductile.server.page.PageFile;
import dev.ductile.server.page.PageFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The steps of a request, cheapest first: host, route, user, right, parameters, body. Nothing of a
 * body is read before the user is known.
 */
final class Exchanges {
  private final HostCheck hosts;
  private final RouteTable table;
  private final PageFiles page = new PageFiles();
  private final Gate gate;
  private final Bodies bodies;
  private final Replies replies;

  Exchanges(HostCheck hosts, RouteTable table, Gate gate, Bodies bodies, Replies replies) {
    this.hosts = hosts;
    this.table = table;
    this.gate = gate;
    this.bodies = bodies;
    this.replies = replies;
  }

  void run(Exchange exchange, Response response, Callback callback) {
    hosts.require(exchange.request());
    List<String> segments = Parameters.segments(exchange.path());
    Map<Method, Route> routes = table.at(segments);
    Optional<PageFile> file =
        routes.isEmpty() ? page.find(String.join("/", segments)) : Optional.empty();
    if (file.isPresent()) {
      requireGet(exchange.request());
      gate.enter(exchange.request(), Permission.OPEN, exchange.address());
      replies.file(exchange.request(), response, file.get(), callback);
      return;
    }
    exchange.isFor(route(exchange.request(), routes), segments);
    replies.write(exchange, response, reply(exchange, segments), callback);
  }

  private Reply reply(Exchange exchange, List<String> segments) {
    Route route = exchange.route().orElseThrow();
    gate.enter(exchange.request(), route.permission(), exchange.address())
        .ifPresent(exchange::isBy);
    exchange.principal().ifPresent(principal -> gate.require(principal, route.permission()));
    Optional<String> query = Optional.ofNullable(exchange.request().getHttpURI().getQuery());
    Map<String, Object> parameters = Parameters.read(route, segments, query);
    Optional<Object> body = bodies.read(exchange.request(), route.body());
    return route
        .handler()
        .apply(new Request(exchange.principal(), exchange.address(), parameters, body));
  }

  private static Route route(org.eclipse.jetty.server.Request request, Map<Method, Route> routes) {
    if (routes.isEmpty()) {
      throw Refusal.notFound("no route has this path; GET /openapi.json lists all");
    }
    return Method.of(request.getMethod())
        .flatMap(method -> Optional.ofNullable(routes.get(method)))
        .orElseThrow(() -> Refusal.method(RouteTable.allowed(routes)));
  }

  private static void requireGet(org.eclipse.jetty.server.Request request) {
    if (!HttpMethod.GET.is(request.getMethod()) && !HttpMethod.HEAD.is(request.getMethod())) {
      throw Refusal.method("GET, HEAD");
    }
  }
}
