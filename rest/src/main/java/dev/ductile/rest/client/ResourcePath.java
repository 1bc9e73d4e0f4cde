package dev.ductile.rest.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The path of a resource below {@code /api/v1}, and its query; any text may be a part of it. */
public record ResourcePath(List<String> segments, Map<String, String> query) {
  public ResourcePath {
    segments = List.copyOf(segments);
    query = Map.copyOf(query);
    if (segments.stream().anyMatch(String::isEmpty)) {
      throw new IllegalArgumentException("a path has no empty part: " + segments);
    }
  }

  public static ResourcePath of(String... segments) {
    return new ResourcePath(List.of(segments), Map.of());
  }

  /** The path with one more value in its query. */
  public ResourcePath with(String key, Object value) {
    var more = new LinkedHashMap<>(query);
    more.put(key, value.toString());
    return new ResourcePath(segments, more);
  }

  /** The same; an absent value adds nothing. */
  public ResourcePath with(String key, Optional<?> value) {
    return value.<ResourcePath>map(present -> with(key, (Object) present)).orElse(this);
  }

  /** The encoded path and query; the keys are sorted. */
  String text() {
    String path = segments.stream().map(ResourcePath::segment).collect(Collectors.joining());
    String values =
        query.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue()))
            .collect(Collectors.joining("&"));
    return values.isEmpty() ? path : path + "?" + values;
  }

  /** A part of the path; a single dot would be a step through the path. */
  private static String segment(String text) {
    String encoded = encoded(text);
    return "/" + (encoded.matches("\\.{1,2}") ? encoded.replace(".", "%2E") : encoded);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
