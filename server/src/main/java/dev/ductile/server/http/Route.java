package dev.ductile.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One operation of the interface.
 *
 * @param path a template such as {@code /api/v1/jobs/{id}}
 * @param permission the right without which no handler runs
 * @param status the status of its success
 */
public record Route(
    Method method,
    String path,
    Permission permission,
    String summary,
    List<Parameter> parameters,
    Body body,
    Answer answer,
    int status,
    Function<Request, Reply> handler) {
  public Route {
    parameters = List.copyOf(parameters);
    List<String> inTemplate = names(path);
    List<String> declared =
        parameters.stream().filter(Parameter::isInPath).map(Parameter::name).toList();
    if (!inTemplate.equals(declared)) {
      throw new IllegalArgumentException(
          "%s declares the path parameters %s".formatted(path, declared));
    }
  }

  public static RouteDraft get(String path, Permission permission, String summary) {
    return new RouteDraft(Method.GET, path, permission, summary);
  }

  public static RouteDraft post(String path, Permission permission, String summary) {
    return new RouteDraft(Method.POST, path, permission, summary);
  }

  public static RouteDraft put(String path, Permission permission, String summary) {
    return new RouteDraft(Method.PUT, path, permission, summary);
  }

  public static RouteDraft patch(String path, Permission permission, String summary) {
    return new RouteDraft(Method.PATCH, path, permission, summary);
  }

  public static RouteDraft delete(String path, Permission permission, String summary) {
    return new RouteDraft(Method.DELETE, path, permission, summary);
  }

  List<String> segments() {
    return List.of(path.substring(1).split("/", -1));
  }

  /** The method and the template, such as {@code GET /api/v1/jobs/{id}}. */
  String name() {
    return method + " " + path;
  }

  Stream<Parameter> query() {
    return parameters.stream().filter(parameter -> !parameter.isInPath());
  }

  static boolean isVariable(String segment) {
    return segment.startsWith("{") && segment.endsWith("}");
  }

  private static List<String> names(String path) {
    List<String> names = new ArrayList<>();
    for (String segment : path.split("/", -1)) {
      if (isVariable(segment)) {
        names.add(segment.substring(1, segment.length() - 1));
      }
    }
    return names;
  }
}
