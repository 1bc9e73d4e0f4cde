package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.reports.Documents;
import dev.ductile.reproductions.ReproductionSchema;
import dev.ductile.runtime.job.file.JobSchema;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.FileSchemas;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The schemas for editors are generated from records, their comments and the plug-ins. */
class GeneratedSchemasTest {
  private static final Path ROOT = SourceTree.here().root();
  private static final Catalog CATALOG = Catalog.installed();
  private static final Javadoc COMMENTS = new Javadoc(ROOT);

  @Test
  void scenarioSchemaIsGenerated() throws IOException {
    check("scenario", FileSchemas.scenario(CATALOG, COMMENTS));
  }

  @Test
  void stateSchemaIsGenerated() throws IOException {
    check("state", FileSchemas.state(CATALOG, COMMENTS));
  }

  @Test
  void serverSchemaIsGenerated() throws IOException {
    check("server", FileSchemas.server(CATALOG, COMMENTS));
  }

  @Test
  void jobSchemaIsGenerated() throws IOException {
    check("job", FileSchemas.job(CATALOG, COMMENTS));
  }

  @Test
  void reproductionSchemaIsGenerated() throws IOException {
    check("reproduction", ReproductionSchema.of(COMMENTS));
  }

  @Test
  void trainingJobSchemaIsGenerated() throws IOException {
    check("train", JobSchema.of(COMMENTS));
  }

  private static void check(String name, ObjectNode schema) throws IOException {
    var mute = new ArrayList<String>();
    findMute(schema, "", mute);

    new GeneratedFile(ROOT.resolve("docs/schema/%s.schema.json".formatted(name)))
        .check(Documents.json(schema));
    assertThat(mute).as("keys and types without a comment").isEmpty();
  }

  private static void findMute(JsonNode part, String where, List<String> mute) {
    for (String group : List.of("properties", "$defs")) {
      part.path(group)
          .properties()
          .forEach(member -> {
            JsonNode value = member.getValue();
            if (value.isObject() && !value.isEmpty() && !value.has("description")) {
              mute.add(where + "/" + member.getKey());
            }
          });
    }
    if (part.isObject()) {
      part.properties().stream()
          .filter(member -> !member.getKey().equals("if"))
          .forEach(member -> findMute(member.getValue(), where + "/" + member.getKey(), mute));
    }
    if (part.isArray()) {
      part.forEach(element -> findMute(element, where, mute));
    }
  }
}
