package dev.ductile.contracts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The published schemas of scenarios, states, jobs, servers and training jobs, found from the
 * folder of a module.
 */
public final class Schemas {
  public static final Path ROOT = Path.of("..");
  public static final URI SCENARIO = URI.create("test:/schema/scenario.schema.json");
  public static final URI STATE = URI.create("test:/schema/state.schema.json");
  public static final URI JOB = URI.create("test:/schema/job.schema.json");
  public static final URI SERVER = URI.create("test:/schema/server.schema.json");
  public static final URI TRAIN = URI.create("test:/schema/train.schema.json");

  private final Validator validator =
      new ValidatorFactory().withJsonNodeFactory(new JacksonNode.Factory()).createValidator();

  public Schemas() throws IOException {
    validator.registerSchema(SCENARIO, Files.readString(file(SCENARIO)));
    validator.registerSchema(STATE, Files.readString(file(STATE)));
    validator.registerSchema(JOB, Files.readString(file(JOB)));
    validator.registerSchema(SERVER, Files.readString(file(SERVER)));
    validator.registerSchema(TRAIN, Files.readString(file(TRAIN)));
  }

  /** The errors of a document by its schema. */
  public List<String> complaints(URI schema, JsonNode document) {
    return validator.validate(schema, (Object) document).getErrors().stream()
        .map(error -> error.getInstanceLocation() + " " + error.getError())
        .toList();
  }

  public static JsonNode tree(URI schema) throws IOException {
    return new ObjectMapper().readTree(file(schema).toFile());
  }

  private static Path file(URI schema) {
    return ROOT.resolve("docs" + schema.getPath());
  }
}
