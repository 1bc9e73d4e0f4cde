package dev.ductile.reproductions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.text.Document;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {
  private static final Path FILE = Path.of("../docs/schema/reproduction.schema.json");
  private static final URI NAME = URI.create("test:/reproduction");

  @Test
  void everyReproductionFits() throws IOException {
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
  void aFileThatIsNoReproductionDoesNotFit(String text) throws IOException {
    assertThat(complaints(Document.of("test", text).root().node())).isNotEmpty();
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
