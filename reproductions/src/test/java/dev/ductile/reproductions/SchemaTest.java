package dev.ductile.reproductions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ductile.reproductions.claim.Check;
import dev.ductile.reproductions.claim.Claim;
import dev.ductile.reproductions.experiment.Experiment;
import dev.ductile.reproductions.experiment.Line;
import dev.ductile.text.Binder;
import dev.ductile.text.Document;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {
  private static final Path FILE = Path.of("../docs/schema/reproduction.schema.json");
  private static final URI NAME = URI.create("test:/reproduction");

  /** Where in the schema each type is described that people write as a group of keys. */
  private static final Map<Class<? extends Record>, String> PLACES =
      Map.of(
          ReproductionEntry.class, "",
          Paper.class, "/$defs/paper",
          Axis.class, "/$defs/axis",
          Experiment.class, "/$defs/experiment",
          Line.class, "/$defs/line",
          Claim.class, "/$defs/claim",
          Check.class, "/$defs/check");

  static Stream<Map.Entry<Class<? extends Record>, String>> places() {
    return PLACES.entrySet().stream();
  }

  @ParameterizedTest
  @MethodSource("places")
  void has_the_keys_that_are_read(Map.Entry<Class<? extends Record>, String> place)
      throws IOException {
    JsonNode described = new ObjectMapper().readTree(FILE.toFile()).at(place.getValue());
    var keys = new ArrayList<String>();
    described.path("properties").fieldNames().forEachRemaining(keys::add);
    var required = new ArrayList<String>();
    described.path("required").forEach(key -> required.add(key.textValue()));

    assertThat(keys).containsExactlyElementsOf(Binder.keys(place.getKey()));
    assertThat(required).containsExactlyElementsOf(requiredKeys(place.getKey()));
  }

  @Test
  void every_reproduction_fits() throws IOException {
    Library library = Library.in(Path.of(""));
    for (String name : library.names()) {
      assertThat(complaints(Document.read(Path.of(name + ".yaml")).root().node()))
          .as(name)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{title: a, paper: {authors: a, venue: b, year: 1}, figure: c, x: {label: d}, y: {label: e}, experiment: {x: [1], lines: [{name: a}]}, claims: []}",
        "{title: a, paper: {authors: a, venue: b, year: 1}, figure: c, x: {label: d, unit: weeks}, y: {label: e}, experiment: {predict: {}, x: [1], lines: [{name: a}]}, claims: []}"
      })
  void what_is_no_reproduction_does_not_fit(String text) throws IOException {
    assertThat(complaints(Document.of("test", text).root().node())).isNotEmpty();
  }

  private static List<String> requiredKeys(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .filter(component -> !component.getType().getSimpleName().startsWith("Optional"))
        .map(RecordComponent::getName)
        .toList();
  }

  private static List<String> complaints(JsonNode document) throws IOException {
    Validator validator =
        new ValidatorFactory().withJsonNodeFactory(new JacksonNode.Factory()).createValidator();
    validator.registerSchema(NAME, Files.readString(FILE));
    return validator.validate(NAME, (Object) document).getErrors().stream()
        .map(error -> error.getInstanceLocation() + " " + error.getError())
        .toList();
  }
}
