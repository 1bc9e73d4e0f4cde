package dev.ductile.api;

/** One way in which a plan breaks the law, in words. */
public record Violation(String text) {
  static Violation of(String template, Object... values) {
    return new Violation(template.formatted(values));
  }

  @Override
  public String toString() {
    return text;
  }
}
