package dev.ductile.cli.configuration;

import dev.ductile.text.Document;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One file of the configuration: the values by their paths. A list is one value. */
record ConfigurationFile(Path file, Origin.Layer layer) {
  private static final String SUBMIT = "submit";

  /** All values, or all mistakes in the file. */
  Map<String, ConfiguredValue> read() {
    Written root = Document.read(file).root();
    if (root.node().isNull() || root.node().isMissingNode()) {
      return Map.of();
    }
    var mistakes = new Mistakes();
    root.requireObject().allowKeys(ConfigurationKey.atTop(), mistakes);
    root.get(SUBMIT)
        .ifPresent(
            submit -> submit.requireObject().allowKeys(ConfigurationKey.ofSubmit(), mistakes));
    mistakes.throwAny();
    var values = new LinkedHashMap<String, ConfiguredValue>();
    for (ConfigurationKey key : ConfigurationKey.values()) {
      at(root, List.of(key.key().split("\\.", -1))).ifPresent(found -> add(values, key, found));
    }
    return values;
  }

  private static Optional<Written> at(Written root, List<String> path) {
    Optional<Written> at = Optional.of(root);
    for (String key : path) {
      at = at.flatMap(one -> one.get(key));
    }
    return at;
  }

  private void add(Map<String, ConfiguredValue> values, ConfigurationKey key, Written written) {
    if (layer == Origin.Layer.PROJECT && key.isPersonal()) {
      throw written.wrong(
          "is a key of your own file %s: a project could send your token to its server"
              .formatted(Configuration.USER_FILE));
    }
    if (key == ConfigurationKey.LABELS) {
      written
          .requireObject()
          .members()
          .forEach(
              (name, value) -> put(values, "%s.%s".formatted(key.key(), name), text(value), value));
    } else if (key == ConfigurationKey.TRUST) {
      String all =
          written.elements().stream().map(ConfigurationFile::text).collect(Collectors.joining(" "));
      put(values, key.key(), all, written);
    } else {
      put(values, key.key(), text(written), written);
    }
  }

  private static String text(Written written) {
    if (!written.node().isValueNode()) {
      throw written.wrong("must be one value");
    }
    return written.node().asText();
  }

  private void put(Map<String, ConfiguredValue> values, String key, String value, Written written) {
    String place = written.document().placeOf(written.trail()).toString();
    Optional<Path> folder = Optional.ofNullable(file.toAbsolutePath().getParent());
    values.put(key, new ConfiguredValue(key, value, new Origin(layer, place, folder)));
  }
}
