package dev.ductile.server.http;

/** A parameter in the path or the query. Those in the path are required, others optional. */
public record Parameter(String name, boolean isInPath, ParameterType type, String summary) {
  public static Parameter path(String name, ParameterType type, String summary) {
    return new Parameter(name, true, type, summary);
  }

  public static Parameter query(String name, ParameterType type, String summary) {
    return new Parameter(name, false, type, summary);
  }

  Object read(String text) {
    try {
      return type.read(text);
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid("parameter %s: expected %s".formatted(name, e.getMessage()));
    }
  }
}
