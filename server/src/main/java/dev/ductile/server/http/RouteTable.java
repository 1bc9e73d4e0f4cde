package dev.ductile.server.http;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** All routes. A literal segment of a path comes before a variable one. */
public record RouteTable(List<Route> routes) {
  public RouteTable {
    routes = List.copyOf(routes);
    Set<String> forms = new HashSet<>();
    for (Route route : routes) {
      if (!forms.add(route.name().replaceAll("\\{[^}]*}", "{}"))) {
        throw new IllegalArgumentException("two routes are " + route.name());
      }
    }
  }

  public RouteTable with(List<Route> more) {
    List<Route> all = new ArrayList<>(routes);
    all.addAll(more);
    return new RouteTable(all);
  }

  /** The routes of a path by method; empty for an unknown path. */
  Map<Method, Route> at(List<String> segments) {
    Optional<String> best =
        routes.stream()
            .filter(route -> matches(route.segments(), segments))
            .map(Route::path)
            .min((left, right) -> Boolean.compare(left.contains("{"), right.contains("{")));
    Map<Method, Route> found = new EnumMap<>(Method.class);
    best.ifPresent(path ->
        routes.stream()
            .filter(route -> route.path().equals(path))
            .forEach(route -> found.put(route.method(), route)));
    return found;
  }

  static String allowed(Map<Method, Route> at) {
    String methods = at.keySet().stream().map(Method::name).collect(Collectors.joining(", "));
    return at.containsKey(Method.GET) ? methods + ", HEAD" : methods;
  }

  private static boolean matches(List<String> template, List<String> segments) {
    if (template.size() != segments.size()) {
      return false;
    }
    for (int i = 0; i < template.size(); i++) {
      if (!Route.isVariable(template.get(i)) && !template.get(i).equals(segments.get(i))) {
        return false;
      }
    }
    return true;
  }
}
