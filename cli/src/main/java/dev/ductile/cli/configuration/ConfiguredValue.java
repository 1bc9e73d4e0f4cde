package dev.ductile.cli.configuration;

/**
 * One value and the place that it comes from.
 *
 * @param key its path, such as {@code submit.queue}
 * @param origin such as an option, a variable, or a file with a line
 */
public record ConfiguredValue(String key, String value, Origin origin) {
  private static final String HIDDEN = "(not shown)";

  /** The value for people and outputs; a token is never shown. */
  public String shown() {
    return key.equals(ConfigurationKey.TOKEN.key()) ? HIDDEN : value;
  }

  @Override
  public String toString() {
    return "%s=%s (%s)".formatted(key, shown(), origin.place());
  }
}
