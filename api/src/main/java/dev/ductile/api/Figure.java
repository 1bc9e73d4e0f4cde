package dev.ductile.api;

/**
 * A number that a policy wants to be read beside its plan: a total, a bound, what it set itself.
 *
 * @param name for machines
 * @param meaning one line for people
 */
public record Figure(String name, double value, String meaning) {
  @Override
  public String toString() {
    return "%s %s (%s)".formatted(name, Reason.text(value), meaning);
  }
}
