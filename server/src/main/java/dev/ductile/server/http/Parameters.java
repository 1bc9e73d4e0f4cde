package dev.ductile.server.http;

import dev.ductile.text.Suggestion;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the declared parameters of a route from a path and a query. */
final class Parameters {
  private static final int MOST = 50;

  private Parameters() {}

  static Map<String, Object> read(Route route, List<String> segments, Optional<String> query) {
    Map<String, Object> values = new HashMap<>();
    readPath(route, segments, values);
    query.filter(text -> !text.isEmpty()).ifPresent(text -> readQuery(route, text, values));
    return values;
  }

  /** The decoded segments of a raw path; its segments may contain an encoded slash. */
  static List<String> segments(String rawPath) {
    return List.of(rawPath.substring(1).split("/", -1)).stream()
        .map(segment -> decoded(segment.replace("+", "%2B")))
        .toList();
  }

  private static void readPath(Route route, List<String> segments, Map<String, Object> values) {
    Map<String, Parameter> byName =
        route.parameters().stream()
            .filter(Parameter::isInPath)
            .collect(Collectors.toMap(parameter -> "{" + parameter.name() + "}", it -> it));
    List<String> template = route.segments();
    for (int i = 0; i < template.size(); i++) {
      Parameter parameter = byName.get(template.get(i));
      if (parameter != null) {
        values.put(parameter.name(), parameter.read(segments.get(i)));
      }
    }
  }

  private static void readQuery(Route route, String query, Map<String, Object> values) {
    Map<String, Parameter> known =
        route.query().collect(Collectors.toMap(Parameter::name, parameter -> parameter));
    String[] pairs = query.split("&", MOST + 1);
    if (pairs.length > MOST) {
      throw Refusal.invalid("the query has more than %d parameters".formatted(MOST));
    }
    for (String pair : pairs) {
      if (!pair.isEmpty()) {
        readPair(pair, known, values);
      }
    }
  }

  private static void readPair(
      String pair, Map<String, Parameter> known, Map<String, Object> values) {
    int equals = pair.indexOf('=');
    String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
    Parameter parameter = known.get(name);
    if (parameter == null) {
      String shown = shown(name);
      throw Refusal.invalid(
          "unknown parameter " + shown + Suggestion.phrase(shown, known.keySet()));
    }
    Object value = parameter.read(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
    if (values.put(name, value) != null) {
      throw Refusal.invalid("parameter %s is given twice".formatted(name));
    }
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid("the address has an incomplete % code");
    }
  }

  private static String shown(String name) {
    String plain = name.replaceAll("\\p{Cntrl}", "?");
    return plain.length() > 60 ? plain.substring(0, 60) + "..." : plain;
  }
}
