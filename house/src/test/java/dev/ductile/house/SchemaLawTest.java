package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.contracts.Schemas;
import dev.ductile.runtime.job.file.JobFile;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scenario.file.ServerFile;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reader refuses every number that the schema refuses: an editor shows no false error. */
class SchemaLawTest {
  private static final Pattern BLOCK =
      Pattern.compile("^```yaml\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Catalog CATALOG = Catalog.installed();
  private static final List<JsonNode> NUMBERS =
      List.of(IntNode.valueOf(-1), IntNode.valueOf(0), DoubleNode.valueOf(0.5), IntNode.valueOf(2));

  @TempDir private Path folder;

  @Test
  void readerRefusesEachNumberInAScenarioThatTheSchemaRefuses() throws IOException {
    Files.copy(Schemas.ROOT.resolve("examples/rigid.csv"), folder.resolve("rigid.csv"));

    assertThat(refused("reference/scenario.md", Schemas.SCENARIO)).isGreaterThan(50);
  }

  @Test
  void readerRefusesEachNumberInAStateThatTheSchemaRefuses() throws IOException {
    assertThat(refused("reference/state.md", Schemas.STATE)).isGreaterThan(10);
  }

  @Test
  void readerRefusesEachNumberInATrainingJobThatTheSchemaRefuses() throws IOException {
    Files.writeString(folder.resolve("flowers.csv"), "1,0.5,0.25\n0,1,2\n");

    assertThat(refused("reference/training-job.md", Schemas.TRAIN)).isGreaterThan(30);
  }

  @Test
  void readerRefusesEachNumberInAServerFileThatTheSchemaRefuses() throws IOException {
    assertThat(refused("reference/server-file.md", Schemas.SERVER)).isGreaterThan(5);
  }

  @Test
  void serverFileOfTheReferenceIsRead() throws IOException {
    for (JsonNode document : documents("reference/server-file.md")) {
      assertThat(new Schemas().complaints(Schemas.SERVER, document)).isEmpty();
      assertThat(mistake(document, Schemas.SERVER)).isNull();
    }
  }

  /** The number of changed documents that the schema refused, and so the reader. */
  private int refused(String page, URI schema) throws IOException {
    var schemas = new Schemas();
    int refused = 0;
    for (JsonNode document : documents(page)) {
      for (JsonPointer place : numbers(document, JsonPointer.empty())) {
        for (JsonNode number : NUMBERS) {
          JsonNode changed = changed(document, place, number);
          List<String> complaints = schemas.complaints(schema, changed);
          if (!complaints.isEmpty()) {
            refused++;
            assertThat(mistake(changed, schema))
                .as("%s at %s in %s: %s", number, place, page, complaints)
                .isInstanceOf(InputException.class);
          }
        }
      }
    }
    return refused;
  }

  private Throwable mistake(JsonNode document, URI schema) throws IOException {
    Path file = Files.writeString(folder.resolve("changed.json"), document.toString());
    return catchThrowable(() -> {
      if (schema.equals(Schemas.STATE)) {
        StateFile.read(file, CATALOG);
      } else if (schema.equals(Schemas.TRAIN)) {
        JobFile.read(file);
      } else if (schema.equals(Schemas.SERVER)) {
        ServerFile.read(file, CATALOG, Nodes.uniform(1, Resources.gpus(4)));
      } else {
        ScenarioFile.read(file, CATALOG);
      }
    });
  }

  private static JsonNode changed(JsonNode document, JsonPointer place, JsonNode number) {
    JsonNode changed = document.deepCopy();
    JsonNode around = changed.at(place.head());
    if (around instanceof ArrayNode list) {
      list.set(place.last().getMatchingIndex(), number);
    } else {
      ((ObjectNode) around).set(place.last().getMatchingProperty(), number);
    }
    return changed;
  }

  private static List<JsonPointer> numbers(JsonNode part, JsonPointer place) {
    var numbers = new ArrayList<JsonPointer>();
    if (part.isNumber()) {
      numbers.add(place);
    }
    part.properties()
        .forEach(member ->
            numbers.addAll(numbers(member.getValue(), place.appendProperty(member.getKey()))));
    if (part.isArray()) {
      for (int i = 0; i < part.size(); i++) {
        numbers.addAll(numbers(part.get(i), place.appendIndex(i)));
      }
    }
    return numbers;
  }

  private static List<JsonNode> documents(String page) throws IOException {
    var found = BLOCK.matcher(Files.readString(Schemas.ROOT.resolve("docs").resolve(page)));
    var documents = new ArrayList<JsonNode>();
    while (found.find()) {
      documents.add(Document.of(page, found.group(1)).root().node());
    }
    return documents;
  }
}
