package dev.ductile.cli.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.cli.configuration.Configuration;
import dev.ductile.cli.configuration.ConfiguredValue;
import dev.ductile.rest.Json;
import java.util.List;
import java.util.stream.Collectors;

/** The configuration with the origin of each value. */
public final class ConfigurationAnswers {
  private ConfigurationAnswers() {}

  public static Answer of(Configuration configuration) {
    List<ConfiguredValue> values = List.copyOf(configuration.all().values());
    var list =
        new Listing<>(
            "values",
            values,
            List.of(
                Column.<ConfiguredValue>of("key", ConfiguredValue::key),
                Column.of("value", ConfiguredValue::shown),
                Column.of("source", one -> one.origin().layer().words()),
                Column.of("origin", one -> one.origin().place()),
                Column.of("overrides", one -> overridden(configuration, one))),
            List.of("overrides"),
            ConfiguredValue::key);
    return new Answer(
        tree(values),
        width -> list.table(false, width),
        width -> list.table(true, width),
        list.csv(),
        values.stream().map(ConfiguredValue::key).toList());
  }

  /** The other sources of a value. */
  private static String overridden(Configuration configuration, ConfiguredValue value) {
    return configuration.overridden().stream()
        .filter(other -> other.key().equals(value.key()))
        .map(other -> "%s (%s)".formatted(other.shown(), other.origin().place()))
        .collect(Collectors.joining(", "));
  }

  private static ObjectNode tree(List<ConfiguredValue> values) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    ArrayNode list = tree.putArray("values");
    for (ConfiguredValue value : values) {
      list.addObject()
          .put("key", value.key())
          .put("value", value.shown())
          .put("source", value.origin().layer().words())
          .put("origin", value.origin().place());
    }
    return tree;
  }
}
