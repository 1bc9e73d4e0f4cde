package dev.ductile.api;

/**
 * A number that a policy shows beside its plan, such as a total or a bound.
 *
 * @param name the name for programs
 * @param meaning one line for people
 */
public record Figure(String name, double value, String meaning) {
  @Override
  public String toString() {
    return "%s %s (%s)".formatted(name, Reason.text(value), meaning);
  }
}
