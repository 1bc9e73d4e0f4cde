package dev.ductile.cli.configuration;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The source of a value.
 *
 * @param place such as {@code --server}, {@code DUCTILE_SERVER} or {@code .ductile.yaml:3}
 * @param folder where a relative path in the value begins; that of the command if it is absent
 */
public record Origin(Layer layer, String place, Optional<Path> folder) {
  /** The sources; a later one overrides those before it. */
  public enum Layer {
    DEFAULT("default"),
    USER("user file"),
    PROJECT("project file"),
    ENVIRONMENT("environment"),
    OPTION("option");

    private final String words;

    Layer(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  static Origin standard(String place) {
    return new Origin(Layer.DEFAULT, place, Optional.empty());
  }

  static Origin variable(String name) {
    return new Origin(Layer.ENVIRONMENT, name, Optional.empty());
  }

  static Origin option(String name) {
    return new Origin(Layer.OPTION, name, Optional.empty());
  }
}
